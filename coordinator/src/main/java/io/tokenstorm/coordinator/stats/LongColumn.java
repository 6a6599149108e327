package io.tokenstorm.coordinator.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * A sample that only grows, packed in blocks that its {@link ColumnStore} keeps. Its own memory is
 * one open block and some twenty bytes for each {@value PackedBlock#CAPACITY} numbers.
 */
public final class LongColumn implements LongSource, LongConsumer {
  private static final int FIRST = 16;

  private final ColumnStore store;
  private final List<ColumnStore.Block> blocks = new ArrayList<>();
  private long[] open = new long[FIRST];
  private int openCount;
  private long size;

  LongColumn(ColumnStore store) {
    this.store = store;
  }

  @Override
  public void accept(long value) {
    if (openCount == open.length) {
      grow();
    }
    open[openCount++] = value;
    size++;
  }

  private void grow() {
    if (openCount < PackedBlock.CAPACITY) {
      open = Arrays.copyOf(open, Math.min(PackedBlock.CAPACITY, 4 * openCount));
    } else {
      blocks.add(store.keep(PackedBlock.pack(open, openCount)));
      openCount = 0;
    }
  }

  public long size() {
    return size;
  }

  /** Hands over every number in the order it came. */
  @Override
  public void forEach(LongConsumer sink) {
    long[] numbers = new long[PackedBlock.CAPACITY];
    byte[] bytes = new byte[PackedBlock.MAX_BYTES];
    for (ColumnStore.Block block : blocks) {
      handOver(numbers, unpack(block, bytes, numbers), sink);
    }
    handOver(open, openCount, sink);
  }

  private int unpack(ColumnStore.Block block, byte[] bytes, long[] numbers) {
    if (block instanceof ColumnStore.Block.Filed filed) {
      store.read(filed, bytes);
      return PackedBlock.unpack(bytes, 0, numbers);
    }
    return PackedBlock.unpack(((ColumnStore.Block.Held) block).bytes().array(), 0, numbers);
  }

  private static void handOver(long[] numbers, int count, LongConsumer sink) {
    for (int i = 0; i < count; i++) {
      sink.accept(numbers[i]);
    }
  }
}
