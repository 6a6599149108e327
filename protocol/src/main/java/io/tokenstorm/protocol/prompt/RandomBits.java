package io.tokenstorm.protocol.prompt;

/** SplitMix64 (Steele, Lea, Flood 2014): a small generator whose whole state is one number. */
final class RandomBits {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  private long state;

  RandomBits(long seed) {
    state = seed;
  }

  long next() {
    state += GAMMA;
    return mix(state);
  }

  /** Mixes one more number into a seed; the order of the numbers matters. */
  static long with(long seed, long value) {
    return mix(mix(seed + GAMMA) ^ value);
  }

  /** A text as a number (FNV-1a over its UTF-16 units). */
  static long of(String text) {
    long hash = 0xCBF29CE484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
    }
    return hash;
  }

  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
    return b ^ (b >>> 31);
  }
}
