package io.tokenstorm.worker.spool;

import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.spool.BatchLimit;
import io.tokenstorm.protocol.spool.IssuedCount;
import java.io.IOException;
import java.util.List;

/** Records of one run and incarnation that can be handed over. Thread-safe. */
public interface SpoolSource {
  /**
   * Consecutive records from {@code fromSeq} on, at least one if it is there.
   *
   * @throws IOException if they cannot be read from disk
   */
  List<RequestRecord> read(long fromSeq, BatchLimit limit) throws IOException;

  /** The records before {@code seq} are safe elsewhere: they may be forgotten. */
  void acknowledge(long seq) throws IOException;

  /** One past the last record; it only rises. */
  long endSeq();

  /** What was issued, by window. */
  List<IssuedCount> issued();
}
