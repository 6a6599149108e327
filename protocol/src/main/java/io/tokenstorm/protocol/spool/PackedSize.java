package io.tokenstorm.protocol.spool;

import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;

/**
 * How many bytes a record takes at most when packed by {@code RecordCodec}: a bound without
 * encoding it, never too small.
 */
public final class PackedSize {
  /** Key, instants, token counts and tags at their longest. */
  private static final int FIXED = 192;

  private PackedSize() {}

  /** An upper bound, bytes. */
  public static long atMost(RequestRecord record) {
    long bytes = FIXED + textOf(record.replica()) + textOf(record.finishReason());
    if (record.outcome() instanceof Outcome.Failed failed) {
      bytes += textOf(failed.detail());
    }
    Gaps gaps = record.gaps();
    for (int i = 0; i < gaps.size(); i++) {
      bytes += varLong(gaps.nanosAt(i));
    }
    return bytes;
  }

  /** Index, length and at most 3 bytes of UTF-8 a UTF-16 unit. */
  private static long textOf(String text) {
    return 10 + 3L * text.length();
  }

  /** Seven bits a byte, at most nine bytes. */
  private static int varLong(long value) {
    int bits = 64 - Long.numberOfLeadingZeros(value | 1);
    return Math.min(9, (bits + 6) / 7);
  }
}
