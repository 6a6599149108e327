package io.tokenstorm.coordinator.export;

import io.tokenstorm.coordinator.report.RunRecords;
import io.tokenstorm.coordinator.report.phase.PhaseRecords;
import io.tokenstorm.protocol.metric.RequestMetric;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.List;

/**
 * Records as rows of a table by RFC 4180: the keys of a line of {@code records.jsonl.gz} but its
 * two lists, and the figures of the request in seconds. What is undefined is an empty field.
 */
final class CsvRows implements PhaseRecords.Visitor {
  static final List<String> COLUMNS =
      List.of(
          "id",
          "phase",
          "phase_index",
          "epoch",
          "stage",
          "slot",
          "ordinal",
          "worker",
          "replica",
          "outcome",
          "error_kind",
          "fault",
          "http_status",
          "error_detail",
          "finish_reason",
          "intended_nanos",
          "sent_nanos",
          "written_nanos",
          "headers_nanos",
          "first_token_nanos",
          "first_answer_nanos",
          "last_token_nanos",
          "end_nanos",
          "new_connection",
          "connect_duration_nanos",
          "output_tokens",
          "output_tokens_source",
          "input_tokens",
          "input_tokens_source",
          "planned_input_tokens",
          "events",
          "silent_events",
          "response_bytes",
          "ttft",
          "ttfo",
          "e2e",
          "tpot",
          "tail",
          "turnaround",
          "response_latency");

  private final RunRecords run;
  private final Writer out;
  private final StringBuilder row = new StringBuilder(512);

  CsvRows(RunRecords run, Writer out) {
    this.run = run;
    this.out = out;
  }

  /** Writes the row of names. */
  void head() {
    COLUMNS.forEach(this::field);
    endRow();
  }

  @Override
  public void visit(String worker, RequestRecord record) {
    RequestKey key = record.key();
    field(key.requestId(run.run()));
    field(name(key.phase()));
    field(key.phase());
    field(key.epoch());
    field(key.stage().label());
    field(key.slot());
    field(key.ordinal());
    field(worker);
    field(record.replica());
    outcome(record);
    instants(record.instants());
    tokens(record);
    field(record.responseBytes());
    for (RequestMetric metric : RequestMetric.values()) {
      seconds(metric.nanosOf(record));
    }
    endRow();
  }

  private String name(int phase) {
    return phase < run.plan().phases().size() ? run.plan().phases().get(phase).name() : "";
  }

  private void outcome(RequestRecord record) {
    if (record.outcome() instanceof Outcome.Failed failed) {
      field("failed");
      field(failed.kind().label());
      field(failed.kind().side().name());
      field(failed.httpStatus());
      field(failed.detail());
    } else {
      field(record.outcome() instanceof Outcome.Cut ? "cut" : "completed");
      for (int i = 0; i < 4; i++) {
        field("");
      }
    }
    field(record.finishReason());
  }

  private void instants(Instants t) {
    long sent = t.sentNanos() - run.zeroNanos();
    field(sent - t.turnaroundNanos());
    field(sent);
    optional(sent, t.writtenNanos());
    optional(sent, t.headersNanos());
    optional(sent, t.firstTokenNanos());
    optional(sent, t.firstAnswerNanos());
    optional(sent, t.lastTokenNanos());
    field(sent + t.endNanos());
    field(String.valueOf(t.connectNanos() != Instants.NONE));
    optional(0, t.connectNanos());
  }

  private void tokens(RequestRecord record) {
    TokenCounts tokens = record.tokens();
    field(tokens.output());
    field(tokens.outputSource().label());
    field(tokens.input());
    field(tokens.inputSource().label());
    field(tokens.plannedInput());
    field(tokens.events());
    field(record.silent().known() ? String.valueOf(record.silent().count()) : "");
  }

  private void optional(long base, long nanos) {
    if (nanos == Instants.NONE) {
      field("");
    } else {
      field(base + nanos);
    }
  }

  private void seconds(double nanos) {
    field(Double.isNaN(nanos) ? "" : BigDecimal.valueOf(nanos / 1e9).toPlainString());
  }

  private void field(long value) {
    comma().append(value);
  }

  private void field(String text) {
    comma();
    if (text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')) {
      row.append('"').append(text.replace("\"", "\"\"")).append('"');
    } else {
      row.append(text);
    }
  }

  private StringBuilder comma() {
    return row.isEmpty() ? row : row.append(',');
  }

  private void endRow() {
    try {
      out.append(row).append("\r\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    row.setLength(0);
  }
}
