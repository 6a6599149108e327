package io.tokenstorm.protocol.spool;

import io.tokenstorm.protocol.record.PackedRecords;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.List;

/**
 * How much one batch may hold. A record that alone exceeds the bytes makes a batch of its own.
 *
 * @param maxRecords ≥ 1
 * @param maxBytes packed, by {@link PackedSize}
 */
public record BatchLimit(int maxRecords, int maxBytes) {
  public BatchLimit {
    if (maxRecords < 1 || maxBytes < 1) {
      throw new IllegalArgumentException("empty batch: " + maxRecords + ", " + maxBytes);
    }
  }

  /**
   * Whether packed records make a batch as they are: within the limit, and at least half of it, so
   * that they need not be unpacked to be put together with others.
   */
  public boolean isMet(List<RequestRecord> records) {
    if (!(records instanceof PackedRecords packed)) {
      return false;
    }
    int bytes = packed.packedBytes();
    boolean within = packed.size() <= maxRecords && bytes <= maxBytes;
    return within && (2 * packed.size() >= maxRecords || 2 * bytes >= maxBytes);
  }

  /** How many of the first records make one batch: at least 1 unless there is none. */
  public int firstOf(List<RequestRecord> records) {
    long bytes = 0;
    int count = 0;
    for (RequestRecord record : records) {
      bytes += PackedSize.atMost(record);
      if (count > 0 && (bytes > maxBytes || count == maxRecords)) {
        break;
      }
      count++;
    }
    return count;
  }
}
