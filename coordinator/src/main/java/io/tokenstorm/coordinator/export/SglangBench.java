package io.tokenstorm.coordinator.export;

import io.tokenstorm.coordinator.export.tool.Missing;
import io.tokenstorm.coordinator.export.tool.Reasons;
import io.tokenstorm.coordinator.export.tool.SecondCounts;
import io.tokenstorm.coordinator.export.tool.SglangTool;
import io.tokenstorm.coordinator.export.tool.ToolSamples;
import io.tokenstorm.coordinator.stats.ColumnStore;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.Phase;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * A phase as {@code python -m sglang.bench_serving} would append it to its output file, {@code
 * python/sglang/benchmark/serving.py} at 00f9ec47.
 */
final class SglangBench {
  static final String DEFINITIONS =
      "sglang.bench_serving: python/sglang/benchmark/serving.py at 00f9ec47";

  private static final String NOT_ASKED = "the server's state was not asked for";
  private static final String[] PERCENTILES = {"p90", "p95", "p99"};

  private final ToolPhase phase;
  private final ToolSamples samples;

  private SglangBench(ToolPhase phase, ToolSamples samples) {
    this.phase = phase;
    this.samples = samples;
  }

  /** Writes one line. */
  static void write(ToolPhase phase, OutputStream out) throws IOException {
    try (ColumnStore store = ColumnStore.in(phase.scratch())) {
      ToolSamples samples = new ToolSamples(new SglangTool(phase.planned().request()), store);
      phase.records().forEach((worker, record) -> samples.add(record));
      new SglangBench(phase, samples).write(ToolJson.line(out));
    }
  }

  private void write(ToolJson json) throws IOException {
    setup(json);
    ToolRates rates = new ToolRates(json, Optional.ofNullable(phase.report().measured().elapsed()));
    rates(json, rates);
    ToolStatistics statistics = new ToolStatistics(json, PERCENTILES);
    if (samples.completed() == 0) {
      statistics.whole("e2e_latency", samples.latency(), new Missing(1, 1, Reasons.NOTHING));
    } else {
      statistics.whole("e2e_latency", samples.latency(), Missing.NONE);
    }
    statistics.whole("ttft", samples.ttft(), Missing.NONE);
    statistics.doubles("tpot", samples.tpot(), Missing.NONE);
    statistics.whole("itl", samples.gaps(), gapsMissing());
    rates.per("concurrency", ToolSamples.sum(samples.latency()) / 1e9);
    json.unknown("accept_length", NOT_ASKED);
    peaks(json);
    json.end(phase, DEFINITIONS);
  }

  private Missing gapsMissing() {
    return samples.gapsMissing(
        phase.planned().request().api() == Api.SGLANG_GENERATE
            ? "its client of /generate spreads a gap over the tokens of an event, and the record"
                + " does not hold how many each event had"
            : Reasons.NO_GAPS);
  }

  private void setup(ToolJson json) throws IOException {
    Phase planned = phase.planned();
    json.empty("tag");
    switch (planned.request().api()) {
      case OPENAI_CHAT -> json.text("backend", "sglang-oai-chat");
      case OPENAI_COMPLETIONS -> json.text("backend", "sglang-oai");
      case SGLANG_GENERATE -> json.text("backend", "sglang");
      default ->
          json.unknown("backend", "the tool does not speak " + planned.request().api().label());
    }
    json.unknown("dataset_name", "prompts are those of the plan's workload");
    json.unknown("request_rate", "no rate is set; the tool writes Infinity, which JSON has not");
    json.whole("max_concurrency", planned.concurrency());
    json.unknown("sharegpt_output_len", "prompts are those of the plan's workload");
    json.whole("random_input_len", phase.plan().workloadOf(planned).inputTokens());
    json.whole("random_output_len", planned.request().outputTokens());
    json.number("random_range_ratio", 1);
    json.unknown("server_info", NOT_ASKED);
  }

  private void rates(ToolJson json, ToolRates rates) throws IOException {
    long input = ToolSamples.sum(samples.input());
    long output = ToolSamples.sum(samples.output());
    rates.duration();
    json.whole("completed", samples.completed());
    json.whole("total_input_tokens", input);
    json.whole("total_input_text_tokens", input);
    json.whole("total_input_vision_tokens", 0);
    json.whole("total_output_tokens", output);
    json.unknown("total_output_tokens_retokenized", Reasons.NO_TEXT);
    rates.per("request_throughput", samples.completed());
    rates.per("input_throughput", input);
    rates.per("output_throughput", output);
    rates.per("total_throughput", input + output);
  }

  private void peaks(ToolJson json) throws IOException {
    Missing gaps = gapsMissing();
    if (samples.completed() == 0) {
      json.number("max_output_tokens_per_s", 0);
      json.whole("max_concurrent_requests", 0);
      return;
    }
    if (gaps.any()) {
      json.unknown("max_output_tokens_per_s", gaps.why());
    } else {
      json.number(
          "max_output_tokens_per_s", (double) SecondCounts.mostTokens(samples, phase.records()));
    }
    json.whole("max_concurrent_requests", SecondCounts.mostRequests(samples));
  }
}
