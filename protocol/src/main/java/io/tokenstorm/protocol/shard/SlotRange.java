package io.tokenstorm.protocol.shard;

/**
 * A run of consecutive slots.
 *
 * @param first the first slot, from 0
 * @param count how many, ≥ 0
 */
public record SlotRange(int first, int count) {
  public SlotRange {
    if (first < 0 || count < 0) {
      throw new IllegalArgumentException("negative slot range " + first + "+" + count);
    }
  }

  /** One past the last slot. */
  public int end() {
    return first + count;
  }

  public boolean contains(int slot) {
    return slot >= first && slot < end();
  }
}
