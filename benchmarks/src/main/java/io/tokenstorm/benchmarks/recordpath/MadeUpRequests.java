package io.tokenstorm.benchmarks.recordpath;

import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import io.tokenstorm.worker.load.PhaseWork;
import io.tokenstorm.worker.load.SendDecision;
import java.util.SplittableRandom;

/**
 * Records of requests that never were, as a busy pair of replicas would answer them: first token
 * after 60 to 400 ms, 10 to 30 ms between tokens, one in two hundred failed. The same seed gives
 * the same records. Not thread-safe.
 */
final class MadeUpRequests {
  private static final long MILLI = 1_000_000;
  private static final int OUTPUT_TOKENS = 256;
  private static final String[] REPLICAS = {"10.20.0.11:8000", "10.20.0.12:8000"};
  private static final Outcome.Failed REFUSED =
      new Outcome.Failed(ErrorKind.CONNECT_REFUSED, 0, "connection refused");

  private final PhaseWork work;
  private final int gaps;
  private final SplittableRandom random;

  /**
   * @param gaps between the tokens of one answer, whose instants are all kept; 0: an answer whose
   *     tokens came in one event
   */
  MadeUpRequests(PhaseWork work, int gaps) {
    this.work = work;
    this.gaps = gaps;
    this.random = new SplittableRandom(work.seed() + work.slots().first());
  }

  int gaps() {
    return gaps;
  }

  RequestRecord next(int slot, SendDecision.Send send, long nowNanos) {
    boolean failed = random.nextInt(200) == 0;
    RequestKey key =
        new RequestKey(work.epoch(), work.phaseIndex(), send.stage(), slot, send.ordinal());
    String replica = REPLICAS[slot & 1];
    long turnaround = 20_000L + random.nextInt(60_000);
    long written = 30_000L + random.nextInt(40_000);
    if (failed) {
      return new RequestRecord(
          key,
          replica,
          new Instants(nowNanos, turnaround, -1, written, -1, -1, -1, -1, 5 * MILLI),
          Gaps.NONE,
          REFUSED,
          new TokenCounts(0, TokenSource.EVENTS, 538, TokenSource.PLANNED, 538, 0),
          "",
          0);
    }
    long first = 60 * MILLI + random.nextLong(340 * MILLI);
    Gaps between = between();
    long last = first + between.stream().sum();
    return new RequestRecord(
        key,
        replica,
        new Instants(
            nowNanos,
            turnaround,
            -1,
            written,
            first - 40_000 - random.nextInt(100_000),
            first,
            first,
            last,
            last + 20_000 + random.nextInt(200_000)),
        between,
        Outcome.COMPLETED,
        new TokenCounts(
            OUTPUT_TOKENS, TokenSource.USAGE, 538, TokenSource.USAGE, 538, between.size() + 1),
        "length",
        40_000L + random.nextInt(20_000));
  }

  private Gaps between() {
    if (gaps == 0) {
      return Gaps.NONE;
    }
    long[] nanos = new long[gaps];
    for (int i = 0; i < gaps; i++) {
      nanos[i] = 10 * MILLI + random.nextLong(20 * MILLI);
    }
    return Gaps.of(nanos);
  }
}
