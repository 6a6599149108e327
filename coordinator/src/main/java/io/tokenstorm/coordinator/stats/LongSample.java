package io.tokenstorm.coordinator.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** A sample in memory: 8 bytes a number, growing by blocks, so that growing copies nothing. */
public final class LongSample implements LongSource {
  private static final int BLOCK = 1 << 13;

  private final List<long[]> blocks = new ArrayList<>();
  private long size;

  public void add(long value) {
    int at = (int) (size & (BLOCK - 1));
    if (at == 0) {
      blocks.add(new long[BLOCK]);
    }
    blocks.get(blocks.size() - 1)[at] = value;
    size++;
  }

  public long size() {
    return size;
  }

  @Override
  public void forEach(LongConsumer sink) {
    long left = size;
    for (long[] block : blocks) {
      int count = (int) Math.min(left, BLOCK);
      for (int i = 0; i < count; i++) {
        sink.accept(block[i]);
      }
      left -= count;
    }
  }
}
