package io.tokenstorm.replica.engine;

/** Chained hashes of a prompt's full blocks: equal hash i means equal tokens up to block i. */
public final class BlockHashes {
  private BlockHashes() {}

  /** One hash for each full block of {@code blockTokens} tokens; a rest has none. */
  public static long[] of(int[] tokens, int blockTokens) {
    long[] hashes = new long[tokens.length / blockTokens];
    long chain = 0x243F6A8885A308D3L;
    for (int block = 0; block < hashes.length; block++) {
      for (int i = block * blockTokens; i < (block + 1) * blockTokens; i++) {
        chain = mix(chain ^ tokens[i]);
      }
      hashes[block] = chain;
    }
    return hashes;
  }

  private static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
