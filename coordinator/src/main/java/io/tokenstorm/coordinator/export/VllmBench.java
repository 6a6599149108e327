package io.tokenstorm.coordinator.export;

import io.tokenstorm.coordinator.export.tool.Missing;
import io.tokenstorm.coordinator.export.tool.PeakConcurrency;
import io.tokenstorm.coordinator.export.tool.Reasons;
import io.tokenstorm.coordinator.export.tool.SecondCounts;
import io.tokenstorm.coordinator.export.tool.ToolRequest;
import io.tokenstorm.coordinator.export.tool.ToolSamples;
import io.tokenstorm.coordinator.export.tool.VllmTool;
import io.tokenstorm.coordinator.stats.ColumnStore;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.RequestSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * A phase as {@code vllm bench serve --save-result --percentile-metrics ttft,tpot,itl,e2el
 * --metric-percentiles 90,95,99} would write it, {@code vllm/benchmarks/serve.py} at 009e6d4a. A
 * sample that is empty by the tool's definition has 0 for every statistic, as there.
 */
final class VllmBench {
  static final String DEFINITIONS =
      "vllm bench serve: vllm/benchmarks/serve.py at 009e6d4a,"
          + " lib/endpoint_request_func.py at 02cfb534";

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final ToolPhase phase;
  private final ToolSamples samples;

  private VllmBench(ToolPhase phase, ToolSamples samples) {
    this.phase = phase;
    this.samples = samples;
  }

  /** Writes one line. */
  static void write(ToolPhase phase, OutputStream out) throws IOException {
    try (ColumnStore store = ColumnStore.in(phase.scratch())) {
      RequestSpec request = phase.planned().request();
      ToolSamples samples = new ToolSamples(new VllmTool(request.stream()), store);
      phase.records().forEach((worker, record) -> samples.add(record));
      new VllmBench(phase, samples).write(ToolJson.line(out));
    }
  }

  private void write(ToolJson json) throws IOException {
    setup(json);
    rates(json);
    latencies(json);
    json.unknown("queue_times", "slots send by themselves: no request waits for the client's turn");
    peaks(json);
    json.number("rtfx", 0);
    String why = why();
    ToolStatistics statistics = new ToolStatistics(json, "p90", "p95", "p99");
    statistics.whole("ttft", samples.ttft(), samples.ttftMissing(why));
    statistics.doubles("tpot", samples.tpot(), samples.tpotMissing(why));
    statistics.whole("itl", samples.gaps(), gapsMissing());
    statistics.whole("e2el", samples.latency(), samples.latencyMissing(why));
    json.end(phase, DEFINITIONS);
  }

  private String why() {
    return phase.planned().request().stream() ? Reasons.NO_SILENT : Reasons.NOT_STREAMED;
  }

  private Missing gapsMissing() {
    return samples.gapsMissing(samples.ttftMissing(why()).any() ? why() : Reasons.NO_GAPS);
  }

  private void setup(ToolJson json) throws IOException {
    Phase planned = phase.planned();
    json.text(
        "date",
        DATE.format(
            samples.completed() == 0
                ? phase.info().startedAt()
                : phase.wallClock(samples.firstStartNanos())));
    for (String key : new String[] {"endpoint_type", "backend"}) {
      switch (planned.request().api()) {
        case OPENAI_CHAT -> json.text(key, "openai-chat");
        case OPENAI_COMPLETIONS -> json.text(key, "openai");
        default -> json.unknown(key, "the tool does not speak " + planned.request().api().label());
      }
    }
    json.empty("label");
    json.text("model_id", phase.plan().model());
    String tokenizer = phase.plan().workloadOf(planned).tokenizer();
    if (tokenizer == null) {
      json.unknown("tokenizer_id", "none was used");
    } else {
      json.text("tokenizer_id", tokenizer);
    }
    json.whole("num_prompts", samples.completed() + samples.failed());
    json.text("request_rate", "inf");
    json.number("burstiness", 1);
    json.whole("max_concurrency", planned.concurrency());
  }

  private void rates(ToolJson json) throws IOException {
    Optional<Double> seconds = Optional.ofNullable(phase.report().measured().elapsed());
    long input = ToolSamples.sum(samples.input());
    long output = ToolSamples.sum(samples.output());
    boolean counted = !samples.outputMissing().any();
    ToolRates rates = new ToolRates(json, seconds);
    rates.duration();
    json.whole("completed", samples.completed());
    json.whole("failed", samples.failed());
    json.whole("total_input_tokens", input);
    if (counted) {
      json.whole("total_output_tokens", output);
    } else {
      json.unknown("total_output_tokens", Reasons.NO_USAGE);
    }
    rates.per("request_throughput", samples.completed());
    json.empty("request_goodput");
    rates.perIf(counted, "output_throughput", output);
    rates.perIf(counted, "total_token_throughput", input + output);
  }

  /** In the order of the records; 0 for a failed one, as in the tool. */
  private void latencies(ToolJson json) throws IOException {
    json.raw().writeArrayFieldStart("latencies");
    phase
        .records()
        .forEach(
            (worker, record) -> {
              ToolRequest request = samples.tool().measured(record);
              json.seconds(request == null ? 0 : request.latencyNanos());
            });
    json.raw().writeEndArray();
  }

  private void peaks(ToolJson json) throws IOException {
    if (samples.completed() == 0) {
      json.number("max_output_tokens_per_s", 0);
      json.whole("max_concurrent_requests", 0);
      return;
    }
    Missing gaps = gapsMissing();
    if (gaps.any()) {
      json.unknown("max_output_tokens_per_s", gaps.why());
    } else {
      json.number(
          "max_output_tokens_per_s", (double) SecondCounts.mostTokens(samples, phase.records()));
    }
    if (samples.latencyMissing(why()).any()) {
      json.unknown("max_concurrent_requests", why());
    } else {
      json.whole(
          "max_concurrent_requests",
          PeakConcurrency.of(
              samples.starts(), samples.ends(), samples.firstStartNanos(), samples.lastEndNanos()));
    }
  }
}
