package io.tokenstorm.coordinator.export.tool;

import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.SilentEvents;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;

/**
 * One answer, and how the tools would measure it; milliseconds after {@code sent}:
 *
 * <pre>
 *   100  {"choices":[{"delta":{"role":"assistant","content":""}}]}
 *   120  {"choices":[{"delta":{"content":"three tokens"}}]}
 *   150  {"choices":[{"delta":{"content":"two more"}}]}
 *   190  {"choices":[{"delta":{},"finish_reason":"stop"}]}
 *   250  {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":5}}
 *   260  [DONE]
 * </pre>
 */
public final class WorkedExample {
  private static final long MS = 1_000_000;

  private WorkedExample() {}

  /** The record of it, sent at an instant. */
  public static RequestRecord record(int ordinal, long sentNanos) {
    return record(ordinal, sentNanos, SilentEvents.of(100 * MS, 190 * MS));
  }

  static RequestRecord record(int ordinal, long sentNanos, SilentEvents silent) {
    return record(
        ordinal,
        sentNanos,
        silent,
        new TokenCounts(5, TokenSource.USAGE, 9, TokenSource.USAGE, 10, 2));
  }

  static RequestRecord record(
      int ordinal, long sentNanos, SilentEvents silent, TokenCounts tokens) {
    return new RequestRecord(
        new RequestKey(1, 0, LoadStage.MEASURE, 0, ordinal),
        "r1",
        new Instants(
            sentNanos, 0, Instants.NONE, 0, 99 * MS, 120 * MS, 120 * MS, 150 * MS, 260 * MS),
        Gaps.of(30 * MS),
        Outcome.COMPLETED,
        tokens,
        "stop",
        900,
        silent);
  }

  /** One that failed. */
  public static RequestRecord failed(int ordinal, long sentNanos) {
    RequestRecord good = record(ordinal, sentNanos);
    return new RequestRecord(
        good.key(),
        "r1",
        new Instants(sentNanos, 0, -1, 0, -1, -1, -1, -1, 50 * MS),
        Gaps.NONE,
        new Outcome.Failed(ErrorKind.HTTP_STATUS, 503, "a, \"quoted\"\nline"),
        new TokenCounts(0, TokenSource.EVENTS, 10, TokenSource.PLANNED, 10, 0),
        "",
        40,
        SilentEvents.NONE);
  }
}
