package io.tokenstorm.coordinator.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import io.tokenstorm.coordinator.results.RecordFrame;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.SilentEvents;
import io.tokenstorm.protocol.record.TokenCounts;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Writes records as text, one JSON object a line. All instants are nanoseconds from the opening of
 * the run's first measured window, on one time line for all workers; negative before it. What never
 * came is {@code null}. Keys: {@code docs/report.md}.
 */
final class RecordLines {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final String run;
  private final Plan plan;
  private final long zeroNanos;

  /**
   * For one run.
   *
   * @param zeroNanos the zero of the lines' instants, coordinator's ticker
   */
  RecordLines(String run, Plan plan, long zeroNanos) {
    this.run = run;
    this.plan = plan;
    this.zeroNanos = zeroNanos;
  }

  /** Writes the records of frames, in order. */
  void writeFrames(OutputStream out, List<RecordFrame> frames) throws IOException {
    try (JsonGenerator json = generator(out)) {
      for (RecordFrame frame : frames) {
        for (RequestRecord record : frame.records()) {
          write(json, frame.worker(), record);
        }
      }
    }
  }

  /** Writes one line. */
  void write(OutputStream out, String worker, RequestRecord record) throws IOException {
    try (JsonGenerator json = generator(out)) {
      write(json, worker, record);
    }
  }

  private JsonGenerator generator(OutputStream out) throws IOException {
    return FACTORY
        .createGenerator(out)
        .setRootValueSeparator(new SerializedString(""))
        .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
        .disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
  }

  private void write(JsonGenerator json, String worker, RequestRecord record) throws IOException {
    json.writeStartObject();
    key(json, worker, record.key());
    json.writeStringField("replica", record.replica());
    outcome(json, record);
    instants(json, record.instants());
    tokens(json, record.tokens());
    json.writeNumberField("response_bytes", record.responseBytes());
    json.writeArrayFieldStart("gaps_nanos");
    for (int i = 0; i < record.gaps().size(); i++) {
      json.writeNumber(record.gaps().nanosAt(i));
    }
    json.writeEndArray();
    silent(json, record);
    json.writeEndObject();
    json.writeRaw('\n');
  }

  private void key(JsonGenerator json, String worker, RequestKey key) throws IOException {
    json.writeStringField("id", key.requestId(run));
    json.writeStringField(
        "phase", key.phase() < plan.phases().size() ? plan.phases().get(key.phase()).name() : "");
    json.writeNumberField("phase_index", key.phase());
    json.writeNumberField("epoch", key.epoch());
    json.writeStringField("stage", key.stage().label());
    json.writeNumberField("slot", key.slot());
    json.writeNumberField("ordinal", key.ordinal());
    json.writeStringField("worker", worker);
  }

  private static void outcome(JsonGenerator json, RequestRecord record) throws IOException {
    if (record.outcome() instanceof Outcome.Failed failed) {
      json.writeStringField("outcome", "failed");
      json.writeStringField("error_kind", failed.kind().label());
      json.writeStringField("fault", failed.kind().side().name());
      json.writeNumberField("http_status", failed.httpStatus());
      json.writeStringField("error_detail", failed.detail());
    } else {
      json.writeStringField(
          "outcome", record.outcome() instanceof Outcome.Cut ? "cut" : "completed");
      json.writeNullField("error_kind");
      json.writeNullField("fault");
      json.writeNullField("http_status");
      json.writeNullField("error_detail");
    }
    json.writeStringField("finish_reason", record.finishReason());
  }

  private void instants(JsonGenerator json, Instants t) throws IOException {
    long sent = t.sentNanos() - zeroNanos;
    json.writeNumberField("intended_nanos", sent - t.turnaroundNanos());
    json.writeNumberField("sent_nanos", sent);
    optional(json, "written_nanos", sent, t.writtenNanos());
    optional(json, "headers_nanos", sent, t.headersNanos());
    optional(json, "first_token_nanos", sent, t.firstTokenNanos());
    optional(json, "first_answer_nanos", sent, t.firstAnswerNanos());
    optional(json, "last_token_nanos", sent, t.lastTokenNanos());
    json.writeNumberField("end_nanos", sent + t.endNanos());
    json.writeBooleanField("new_connection", t.connectNanos() != Instants.NONE);
    optional(json, "connect_duration_nanos", 0, t.connectNanos());
  }

  private void silent(JsonGenerator json, RequestRecord record) throws IOException {
    SilentEvents silent = record.silent();
    if (!silent.known()) {
      json.writeNullField("silent_events");
      json.writeNullField("silent_nanos");
      return;
    }
    json.writeNumberField("silent_events", silent.count());
    json.writeArrayFieldStart("silent_nanos");
    for (int i = 0; i < silent.kept(); i++) {
      json.writeNumber(record.instants().sentNanos() - zeroNanos + silent.nanosAt(i));
    }
    json.writeEndArray();
  }

  private static void optional(JsonGenerator json, String name, long base, long nanos)
      throws IOException {
    if (nanos == Instants.NONE) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, base + nanos);
    }
  }

  private static void tokens(JsonGenerator json, TokenCounts tokens) throws IOException {
    json.writeNumberField("output_tokens", tokens.output());
    json.writeStringField("output_tokens_source", tokens.outputSource().label());
    json.writeNumberField("input_tokens", tokens.input());
    json.writeStringField("input_tokens_source", tokens.inputSource().label());
    json.writeNumberField("planned_input_tokens", tokens.plannedInput());
    json.writeNumberField("events", tokens.events());
  }
}
