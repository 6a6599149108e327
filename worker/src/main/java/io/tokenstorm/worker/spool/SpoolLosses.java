package io.tokenstorm.worker.spool;

import io.tokenstorm.protocol.record.RequestRecord;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records that never came into the spool, and why. Once there is one it stays said: the run has
 * lost records. Thread-safe.
 */
final class SpoolLosses {
  private static final Logger LOG = LoggerFactory.getLogger(SpoolLosses.class);

  private final AtomicLong lost = new AtomicLong();
  private final WindowCounts counts = new WindowCounts();
  private volatile String reason = "";

  void add(RequestRecord record, String why) {
    counts.add(record);
    if (lost.getAndIncrement() == 0) {
      LOG.error("records are being lost: {}", why);
      reason = why;
    }
  }

  WindowCounts counts() {
    return counts;
  }

  /** For a person; empty if nothing was lost. */
  String problem() {
    long count = lost.get();
    return count == 0 ? "" : count + " records lost: " + reason;
  }
}
