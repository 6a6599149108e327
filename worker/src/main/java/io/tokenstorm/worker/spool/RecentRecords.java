package io.tokenstorm.worker.spool;

import io.tokenstorm.protocol.record.PackedRecords;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.spool.BatchLimit;
import io.tokenstorm.protocol.spool.SpoolFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The records written last, kept packed in memory up to a size; the oldest go first. Thread-safe.
 */
final class RecentRecords {
  /** Objects around the packed bytes. */
  private static final int FRAME_BYTES = 200;

  private final long maxBytes;
  private final TreeMap<Long, SpoolFrame> frames = new TreeMap<>();
  private long bytes;

  RecentRecords(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  synchronized void add(SpoolFrame frame) {
    frames.put(frame.firstSeq(), frame);
    bytes += sizeOf(frame);
    while (bytes > maxBytes) {
      dropFirst();
    }
  }

  /** Consecutive records from {@code fromSeq} on, one batch; none if that one is not here. */
  synchronized List<RequestRecord> from(long fromSeq, BatchLimit limit) {
    List<RequestRecord> found = new ArrayList<>();
    Map.Entry<Long, SpoolFrame> entry = frames.floorEntry(fromSeq);
    if (entry != null && entry.getKey() == fromSeq && limit.isMet(entry.getValue().records())) {
      return entry.getValue().records();
    }
    long seq = fromSeq;
    int maxRecords = limit.maxRecords();
    while (entry != null && seq < entry.getValue().endSeq() && found.size() < maxRecords) {
      SpoolFrame frame = entry.getValue();
      found.addAll(frame.records().subList((int) (seq - frame.firstSeq()), frame.records().size()));
      seq = frame.endSeq();
      entry = frames.higherEntry(entry.getKey());
    }
    return found.subList(0, limit.firstOf(found));
  }

  /** Forgets frames that end at or before {@code seq}. */
  synchronized void dropBefore(long seq) {
    while (!frames.isEmpty() && frames.firstEntry().getValue().endSeq() <= seq) {
      dropFirst();
    }
  }

  private void dropFirst() {
    bytes -= sizeOf(frames.pollFirstEntry().getValue());
  }

  private static long sizeOf(SpoolFrame frame) {
    return (long) FRAME_BYTES + PackedRecords.pack(frame.records()).packedBytes();
  }
}
