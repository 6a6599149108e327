package io.tokenstorm.worker.spool;

import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.spool.SpoolFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The records written last, kept in memory up to a size; the oldest go first. Thread-safe. */
final class RecentRecords {
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

  /** Consecutive records from {@code fromSeq} on; none if that one is not here. */
  synchronized List<RequestRecord> from(long fromSeq, int maxRecords) {
    List<RequestRecord> found = new ArrayList<>();
    Map.Entry<Long, SpoolFrame> entry = frames.floorEntry(fromSeq);
    long seq = fromSeq;
    while (entry != null && seq < entry.getValue().endSeq() && found.size() < maxRecords) {
      SpoolFrame frame = entry.getValue();
      found.addAll(frame.records().subList((int) (seq - frame.firstSeq()), frame.records().size()));
      seq = frame.endSeq();
      entry = frames.higherEntry(entry.getKey());
    }
    return found;
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
    return frame.records().stream().mapToLong(RecordQueue::sizeOf).sum();
  }
}
