package io.tokenstorm.worker.spool;

import java.time.Duration;

/**
 * Bounds of a spool.
 *
 * @param segmentBytes a record file is closed when it is this long
 * @param queueBytes records waiting for the disk, estimated size on the heap; beyond it they are
 *     lost and counted
 * @param recentBytes records kept in memory after they were written, packed
 * @param writeInterval pause between two writes, so that each takes several records
 */
public record SpoolSettings(
    long segmentBytes, long queueBytes, long recentBytes, Duration writeInterval) {
  public static final SpoolSettings DEFAULT =
      new SpoolSettings(8L << 20, 64L << 20, 16L << 20, Duration.ofMillis(2));
}
