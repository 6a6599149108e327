package io.tokenstorm.coordinator.export;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tokenstorm.coordinator.export.tool.AiperfFigures;
import io.tokenstorm.coordinator.export.tool.AiperfTool;
import io.tokenstorm.coordinator.export.tool.Missing;
import io.tokenstorm.coordinator.export.tool.Reasons;
import io.tokenstorm.coordinator.export.tool.ToolSamples;
import io.tokenstorm.coordinator.stats.ColumnStore;
import io.tokenstorm.coordinator.stats.Distribution;
import io.tokenstorm.coordinator.stats.LongColumn;
import io.tokenstorm.coordinator.stats.LongSource;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * A phase as {@code aiperf profile} would write it to {@code profile_export_aiperf.json}: the shape
 * of schema version 1.1 ({@code docs/reference/json-export-schema.md}), {@code
 * src/aiperf/common/models/export_models.py} at 26240f9e. Where the tool leaves a key out because
 * there is nothing to say, it is {@code null} here.
 */
final class AiperfProfile {
  static final String DEFINITIONS =
      "aiperf profile: docs/metrics-reference.md at 0176f594, src/aiperf/metrics/types";

  private static final long MILLIS = 1_000_000;
  private static final int[] PERCENTILES = {1, 5, 10, 25, 50, 75, 90, 95, 99};
  private static final String NO_REASONING =
      "the record does not tell tokens of reasoning from tokens of the answer";

  private final ToolPhase phase;
  private final ToolSamples samples;
  private final AiperfFigures further;
  private final ToolJson json;

  private AiperfProfile(
      ToolPhase phase, ToolSamples samples, AiperfFigures further, ToolJson json) {
    this.phase = phase;
    this.samples = samples;
    this.further = further;
    this.json = json;
  }

  /** Writes one object. */
  static void write(ToolPhase phase, OutputStream out) throws IOException {
    try (ColumnStore store = ColumnStore.in(phase.scratch())) {
      AiperfTool tool = new AiperfTool(phase.planned().request().stream());
      ToolSamples samples = new ToolSamples(tool, store);
      AiperfFigures further = new AiperfFigures(tool, store);
      phase
          .records()
          .forEach(
              (worker, record) -> {
                samples.add(record);
                further.add(record);
              });
      new AiperfProfile(phase, samples, further, ToolJson.pretty(out)).write();
    }
  }

  private void write() throws IOException {
    json.text("schema_version", "1.1");
    json.unknown("aiperf_version", "written by Tokenstorm");
    json.text("benchmark_id", phase.info().run());
    requests();
    latencies();
    tokens();
    rest();
    json.end(phase, DEFINITIONS);
  }

  private void requests() throws IOException {
    count("request_count", "requests", samples.completed());
    count("error_request_count", "requests", samples.failed());
    double seconds = seconds();
    if (seconds > 0) {
      scalar("benchmark_duration", "sec", seconds);
      scalar("request_throughput", "requests/sec", (double) samples.completed() / seconds);
    } else {
      json.unknown("benchmark_duration", Reasons.NOTHING);
      json.unknown("request_throughput", Reasons.NOTHING);
    }
    json.unknown(
        "min_request_timestamp", "instants are those of a monotonic clock: see start_time");
    json.unknown("max_response_timestamp", "instants are those of a monotonic clock: see end_time");
    if (samples.completed() == 0) {
      json.unknown("start_time", Reasons.NOTHING);
      json.unknown("end_time", Reasons.NOTHING);
    } else {
      json.text("start_time", phase.wallClock(samples.firstStartNanos()).toString());
      json.text("end_time", phase.wallClock(samples.lastEndNanos()).toString());
    }
  }

  /** From the first request sent to the last content received. */
  private double seconds() {
    return samples.completed() == 0
        ? 0
        : (samples.lastEndNanos() - samples.firstStartNanos()) / 1e9;
  }

  private void latencies() throws IOException {
    boolean stream = phase.planned().request().stream();
    String why = stream ? Reasons.NO_USAGE : Reasons.NOT_STREAMED;
    whole("request_latency", samples.latency(), Missing.NONE);
    Missing streamed = stream ? Missing.NONE : new Missing(1, 1, Reasons.NOT_STREAMED);
    whole("time_to_first_token", samples.ttft(), streamed);
    whole("time_to_second_token", further.secondToken(), streamed);
    whole("time_to_first_output_token", further.firstAnswer(), streamed);
    doubles("inter_token_latency", samples.tpot(), MILLIS, "ms", samples.tpotMissing(why));
    whole(
        "inter_chunk_latency",
        samples.gaps(),
        stream ? samples.gapsMissing(Reasons.NO_GAPS) : streamed);
    doubles(
        "output_token_throughput_per_user",
        further.perUser(),
        1,
        "tokens/sec/user",
        samples.tpotMissing(why));
    doubles("prefill_throughput_per_user", further.prefill(), 1, "tokens/sec/user", streamed);
  }

  private void tokens() throws IOException {
    long input = ToolSamples.sum(samples.input());
    long output = ToolSamples.sum(samples.output());
    Missing missing = samples.outputMissing();
    block("input_sequence_length", samples.input(), "tokens", Missing.NONE);
    block("output_sequence_length", samples.output(), "tokens", missing);
    count("total_isl", "tokens", input);
    double seconds = seconds();
    if (missing.any() || seconds == 0) {
      String why = missing.any() ? missing.why() : Reasons.NOTHING;
      json.unknown("total_osl", why);
      json.unknown("output_token_throughput", why);
      json.unknown("total_token_throughput", why);
    } else {
      count("total_osl", "tokens", output);
      scalar("output_token_throughput", "tokens/sec", (double) output / seconds);
      scalar("total_token_throughput", "tokens/sec", (double) (input + output) / seconds);
    }
    for (String key :
        new String[] {
          "output_token_count",
          "reasoning_token_count",
          "total_output_tokens",
          "total_reasoning_tokens"
        }) {
      json.unknown(key, NO_REASONING);
    }
  }

  private void rest() throws IOException {
    block("error_isl", further.errorInput(), "tokens", Missing.NONE);
    count("total_error_isl", "tokens", ToolSamples.sum(further.errorInput()));
    for (String key : new String[] {"goodput", "good_request_count"}) {
      json.unknown(key, "no objectives are set");
    }
    json.unknown("telemetry_data", "the target's processors are not observed");
    json.unknown("input_config", "see plan.resolved.yaml");
    json.unknown("was_cancelled", "see the verdict below");
    json.unknown("error_summary", "see errors_by_kind in report.json");
  }

  private void count(String key, String unit, long value) throws IOException {
    scalar(key, unit, (double) value);
  }

  private void scalar(String key, String unit, double value) throws IOException {
    JsonGenerator raw = json.raw();
    raw.writeObjectFieldStart(key);
    raw.writeStringField("unit", unit);
    raw.writeNumberField("avg", value);
    raw.writeEndObject();
  }

  private void whole(String key, LongColumn nanos, Missing missing) throws IOException {
    block(key, Distribution.ofWhole(nanos, MILLIS, PERCENTILES), "ms", missing);
  }

  private void block(String key, LongSource tokens, String unit, Missing missing)
      throws IOException {
    block(key, Distribution.ofWhole(tokens, 1, PERCENTILES), unit, missing);
  }

  private void doubles(String key, LongColumn bits, long divisor, String unit, Missing missing)
      throws IOException {
    block(key, Distribution.ofDoubles(bits, divisor, PERCENTILES), unit, missing);
  }

  private void block(String key, Optional<Distribution> sample, String unit, Missing missing)
      throws IOException {
    if (missing.any() && !missing.all()) {
      json.note(Reasons.leftOut(key, missing.requests(), missing.why()));
    }
    if (sample.isEmpty()) {
      json.unknown(key, missing.all() ? missing.why() : Reasons.NOTHING);
      return;
    }
    Distribution d = sample.get();
    JsonGenerator raw = json.raw();
    raw.writeObjectFieldStart(key);
    raw.writeStringField("unit", unit);
    raw.writeNumberField("avg", d.mean());
    for (int i = 0; i < PERCENTILES.length; i++) {
      raw.writeNumberField("p" + PERCENTILES[i], d.percentiles().get(i));
    }
    raw.writeNumberField("min", d.min());
    raw.writeNumberField("max", d.max());
    raw.writeNumberField("std", d.deviation());
    raw.writeNumberField("count", d.count());
    raw.writeNumberField("sum", d.sum());
    raw.writeEndObject();
  }
}
