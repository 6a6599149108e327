package io.tokenstorm.coordinator.export.tool;

import io.tokenstorm.coordinator.stats.ColumnStore;
import io.tokenstorm.coordinator.stats.LongColumn;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.RequestRecord;

/** What AIPerf says of a request beside what all tools say. Nanoseconds, or bits of doubles. */
public final class AiperfFigures {
  private final Tool tool;

  private final LongColumn secondToken;
  private final LongColumn firstAnswer;
  private final LongColumn perUser;
  private final LongColumn prefill;
  private final LongColumn errorInput;

  public AiperfFigures(Tool tool, ColumnStore store) {
    this.tool = tool;
    this.secondToken = store.column();
    this.firstAnswer = store.column();
    this.perUser = store.column();
    this.prefill = store.column();
    this.errorInput = store.column();
  }

  /** Takes a measured request. */
  public void add(RequestRecord record) {
    ToolRequest request = tool.measured(record);
    if (request == null) {
      errorInput.accept(record.tokens().input());
      return;
    }
    if (request.gaps() != null && request.gaps().size() > 0) {
      secondToken.accept(request.gaps().nanosAt(0));
    }
    if (request.ttftNanos() == ToolRequest.UNKNOWN) {
      return;
    }
    if (record.instants().firstAnswerNanos() != Instants.NONE) {
      firstAnswer.accept(record.instants().firstAnswerNanos());
    }
    quotient(prefill, (double) request.inputTokens(), (double) request.ttftNanos());
    if (request.knowsTpot() && request.outputTokens() > 1) {
      quotient(perUser, 1, request.tpotNanos());
    }
  }

  /** What would be divided by 0 is left out, as in the tool. */
  private static void quotient(LongColumn column, double of, double nanos) {
    if (nanos > 0) {
      column.accept(Double.doubleToRawLongBits(of * 1e9 / nanos));
    }
  }

  /** From the first chunk with content to the second. */
  public LongColumn secondToken() {
    return secondToken;
  }

  /** To the first chunk that is not reasoning. */
  public LongColumn firstAnswer() {
    return firstAnswer;
  }

  /** 1 / TPOT, tokens a second. */
  public LongColumn perUser() {
    return perUser;
  }

  /** Input tokens / TTFT, tokens a second. */
  public LongColumn prefill() {
    return prefill;
  }

  /** Input tokens of failed requests. */
  public LongColumn errorInput() {
    return errorInput;
  }
}
