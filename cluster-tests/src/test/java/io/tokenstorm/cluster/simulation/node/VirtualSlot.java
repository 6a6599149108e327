package io.tokenstorm.cluster.simulation.node;

import io.tokenstorm.cluster.simulation.history.RequestId;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;

/** One slot of an engine: at most one request at a time. */
final class VirtualSlot {
  private static final TokenCounts TOKENS =
      new TokenCounts(1, TokenSource.USAGE, 1, TokenSource.USAGE, 1, 1);

  final int number;

  /** When it will ask again by itself, worker's ticker. */
  long wakesAtNanos = Long.MAX_VALUE;

  private RequestId request;
  private long sentNanos;
  private VirtualReplicas.Exchange exchange;

  VirtualSlot(int number) {
    this.number = number;
  }

  boolean isBusy() {
    return request != null;
  }

  boolean isBusyWith(RequestId other) {
    return other.equals(request);
  }

  void begin(RequestId next, long atNanos) {
    request = next;
    sentNanos = atNanos;
  }

  void on(VirtualReplicas.Exchange open) {
    exchange = open;
  }

  /** Closes the connection, if one is open. */
  void hangUp() {
    if (exchange != null) {
      exchange.hangUp();
      exchange = null;
    }
  }

  /** Its process is gone: nobody waits for an answer any more. */
  void abandon() {
    hangUp();
    request = null;
  }

  /** The request is over: its record. */
  RequestRecord end(Outcome outcome, long nowNanos) {
    RequestId ended = request;
    request = null;
    exchange = null;
    long took = nowNanos - sentNanos;
    return new RequestRecord(
        ended.key(),
        "r1",
        new Instants(sentNanos, 0, Instants.NONE, 0, Instants.NONE, took, took, took, took),
        Gaps.NONE,
        outcome,
        TOKENS,
        "stop",
        1);
  }
}
