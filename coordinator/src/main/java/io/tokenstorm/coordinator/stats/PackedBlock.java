package io.tokenstorm.coordinator.stats;

/**
 * Up to {@value #CAPACITY} numbers in as few whole bytes each as their spread needs. Layout: count
 * − 1 (2 bytes), bytes a number (1), smallest number (8), then of each number its distance from the
 * smallest, all little-endian. Distances are unsigned, so that any 64-bit numbers fit.
 */
final class PackedBlock {
  static final int CAPACITY = 1024;
  static final int HEADER = 11;

  /** The longest block, bytes. */
  static final int MAX_BYTES = HEADER + CAPACITY * Long.BYTES;

  private PackedBlock() {}

  /** Packs the first {@code count} ≥ 1 numbers. */
  static byte[] pack(long[] numbers, int count) {
    long min = numbers[0];
    long max = numbers[0];
    for (int i = 1; i < count; i++) {
      min = Math.min(min, numbers[i]);
      max = Math.max(max, numbers[i]);
    }
    int width = (Long.SIZE - Long.numberOfLeadingZeros(max - min) + 7) / 8;
    byte[] bytes = new byte[HEADER + count * width];
    bytes[0] = (byte) (count - 1);
    bytes[1] = (byte) ((count - 1) >>> 8);
    bytes[2] = (byte) width;
    write(bytes, 3, Long.BYTES, min);
    int at = HEADER;
    for (int i = 0; i < count; i++) {
      write(bytes, at, width, numbers[i] - min);
      at += width;
    }
    return bytes;
  }

  /**
   * Unpacks into {@code numbers}.
   *
   * @param from where the block begins in {@code bytes}
   * @return how many there are
   */
  static int unpack(byte[] bytes, int from, long[] numbers) {
    int count = ((bytes[from] & 0xff) | ((bytes[from + 1] & 0xff) << 8)) + 1;
    int width = bytes[from + 2];
    long min = read(bytes, from + 3, Long.BYTES);
    int at = from + HEADER;
    for (int i = 0; i < count; i++) {
      numbers[i] = min + read(bytes, at, width);
      at += width;
    }
    return count;
  }

  private static void write(byte[] bytes, int at, int width, long value) {
    long left = value;
    for (int i = 0; i < width; i++) {
      bytes[at + i] = (byte) left;
      left >>>= 8;
    }
  }

  private static long read(byte[] bytes, int at, int width) {
    long value = 0;
    for (int i = width - 1; i >= 0; i--) {
      value = (value << 8) | (bytes[at + i] & 0xff);
    }
    return value;
  }
}
