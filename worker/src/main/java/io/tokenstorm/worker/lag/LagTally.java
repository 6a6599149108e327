package io.tokenstorm.worker.lag;

import io.tokenstorm.protocol.health.LagSpread;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Counts what the probes of the event loops saw. Thread-safe. */
final class LagTally {
  private final long periodNanos;
  private final List<ArrayDeque<Long>> waiting = new ArrayList<>();
  private int[] counts = new int[LagSpread.BUCKETS];
  private long maxNanos;

  LagTally(int loops, long periodNanos) {
    this.periodNanos = periodNanos;
    for (int i = 0; i < loops; i++) {
      waiting.add(new ArrayDeque<>());
    }
  }

  /** A loop was handed a probe. */
  synchronized void handed(int loop, long nowNanos) {
    waiting.get(loop).add(nowNanos);
  }

  /** A loop ran its oldest probe. */
  synchronized void ran(int loop, long lagNanos) {
    waiting.get(loop).poll();
    add(lagNanos);
  }

  /** The process stood still: probes that were left out meanwhile count for every loop. */
  synchronized void leftOut(long stalledNanos) {
    for (long lag = stalledNanos; lag >= periodNanos; lag -= periodNanos) {
      for (int i = 0; i < waiting.size(); i++) {
        add(lag);
      }
    }
  }

  private void add(long lagNanos) {
    counts[LagSpread.bucketOf(lagNanos)]++;
    maxNanos = Math.max(maxNanos, lagNanos);
  }

  /** What came since the last call. */
  synchronized LagProbe.Lag take(long nowNanos) {
    for (ArrayDeque<Long> probes : waiting) {
      Long oldest = probes.peek();
      if (oldest != null) {
        maxNanos = Math.max(maxNanos, nowNanos - oldest);
      }
    }
    LagProbe.Lag lag = new LagProbe.Lag(LagSpread.of(counts), maxNanos);
    counts = new int[LagSpread.BUCKETS];
    maxNanos = 0;
    return lag;
  }
}
