package io.tokenstorm.coordinator.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LongColumnTest {
  private static long[] numbers(Random random, int count) {
    long base = random.nextLong();
    int spread = random.nextInt(65);
    return random
        .longs(count)
        .map(v -> spread == 0 ? base : base + (v >>> (64 - spread)))
        .toArray();
  }

  private static long[] read(LongColumn column) {
    List<Long> read = new ArrayList<>();
    column.forEach(read::add);
    return read.stream().mapToLong(v -> v).toArray();
  }

  @Property(tries = 300)
  void block_anyNumbers_unpackAsTheyWere(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = PackedBlock.CAPACITY) int count) {
    long[] numbers = numbers(new Random(seed), count);
    byte[] packed = PackedBlock.pack(numbers, count);
    long[] unpacked = new long[PackedBlock.CAPACITY];

    assertThat(PackedBlock.unpack(packed, 0, unpacked)).isEqualTo(count);
    assertThat(Arrays.copyOf(unpacked, count)).isEqualTo(numbers);
    assertThat(packed.length).isLessThanOrEqualTo(PackedBlock.MAX_BYTES);
  }

  @Test
  void block_numbersAlike_takeNoBytesEach() {
    long[] numbers = new long[1000];
    Arrays.fill(numbers, -7);
    assertThat(PackedBlock.pack(numbers, 1000)).hasSize(PackedBlock.HEADER);
  }

  @Property(tries = 60)
  void column_severalInOneStore_eachKeepsItsNumbersInOrder(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 40_000) int heapBytes)
      throws IOException {
    Random random = new Random(seed);
    Path directory = Files.createTempDirectory("columns");
    try (ColumnStore store = new ColumnStore(directory, heapBytes)) {
      List<LongColumn> columns = Stream.generate(store::column).limit(3).toList();
      List<long[]> expected = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        expected.add(numbers(random, random.nextInt(5000)));
      }
      for (int n = 0; n < 5000; n++) {
        for (int i = 0; i < 3; i++) {
          if (n < expected.get(i).length) {
            columns.get(i).accept(expected.get(i)[n]);
          }
        }
      }
      for (int i = 0; i < 3; i++) {
        assertThat(read(columns.get(i))).isEqualTo(expected.get(i));
        assertThat(columns.get(i).size()).isEqualTo(expected.get(i).length);
      }
    }
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).as("files left behind").isEmpty();
    }
    Files.delete(directory);
  }

  @Property(tries = 60)
  void seconds_columnOnDisk_equalsSortingIt(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 6000) int count) throws IOException {
    long[] nanos =
        new Random(seed).longs(count, 0, 1L << (1 + new Random(seed).nextInt(40))).toArray();
    Path directory = Files.createTempDirectory("columns");
    try (ColumnStore store = new ColumnStore(directory, 0)) {
      LongColumn column = store.column();
      Arrays.stream(nanos).forEach(column);
      LongSource plain = sink -> Arrays.stream(nanos).forEach(sink);
      assertThat(Statistics.seconds(column, 0)).isEqualTo(Statistics.seconds(plain, 0));
      Arrays.sort(nanos);
      double rank = 0.99 * (count - 1);
      int below = (int) rank;
      long lo = nanos[below];
      long hi = nanos[Math.min(below + 1, count - 1)];
      assertThat(Statistics.seconds(column, 0).p99())
          .isEqualTo((lo + (hi - lo) * (rank - below)) / 1e9);
    }
    Files.delete(directory);
  }

  @Test
  void store_directoryGone_saysSo(@TempDir Path directory) throws IOException {
    Path gone = directory.resolve("gone");
    try (ColumnStore store = new ColumnStore(gone, 0)) {
      LongColumn column = store.column();
      for (int i = 0; i < 3000; i++) {
        column.accept(i);
      }
      assertThatThrownBy(() -> column.forEach(v -> {}))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("gone");
    }
  }
}
