package io.tokenstorm.replica.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KvCacheTest {
  private final KvCache cache = new KvCache(10, 4, true);

  private static Sequence sequence(int seed, int tokens) {
    return new Sequence(Params.prompt(seed, tokens), 1, (index, due) -> {});
  }

  private Sequence computed(int seed, int tokens) {
    Sequence sequence = sequence(seed, tokens);
    assertThat(cache.admit(sequence, tokens)).isNotNegative();
    sequence.computed = tokens;
    cache.commit(sequence);
    return sequence;
  }

  @Test
  void admit_prefixShared_onlyItsFullBlocks() {
    cache.release(computed(0, 14));

    assertThat(cache.registeredBlocks()).isEqualTo(3);
    assertThat(cache.admit(sequence(0, 18), 18)).isEqualTo(12);
  }

  @Test
  void admit_wholePromptCached_lastBlockComputedAgain() {
    cache.release(computed(0, 16));

    assertThat(cache.admit(sequence(0, 16), 16)).isEqualTo(12);
  }

  @Test
  void admit_memoryShort_leastRecentlyUsedGoesFirst() {
    cache.release(computed(0, 16));
    cache.release(computed(1_000, 16));
    cache.release(computed(0, 16));
    cache.release(computed(2_000, 16));

    assertThat(cache.admit(sequence(0, 8), 8)).isEqualTo(4);
    assertThat(cache.admit(sequence(1_000, 16), 16)).isLessThan(12);
  }

  @Test
  void admit_heldBlocks_neverEvicted() {
    computed(0, 28);

    assertThat(cache.admit(sequence(1_000, 16), 16)).isEqualTo(-1);
    assertThat(cache.admit(sequence(0, 29), 29)).isEqualTo(28);
    assertThat(cache.usage()).isEqualTo(0.8);
  }

  @Test
  void commit_sameBlockComputedTwice_registeredOnceAndAllFreed() {
    Sequence first = sequence(0, 8);
    Sequence second = sequence(0, 8);
    cache.admit(first, 8);
    cache.admit(second, 8);
    first.computed = 8;
    second.computed = 8;
    cache.commit(first);
    cache.commit(second);

    assertThat(cache.registeredBlocks()).isEqualTo(2);
    assertThat(cache.usage()).isEqualTo(0.4);
    cache.release(first);
    cache.release(second);
    assertThat(cache.usage()).isZero();
  }

  @Test
  void of_prefixEqual_hashesEqualThatFar() {
    long[] one = BlockHashes.of(new int[] {1, 2, 3, 4, 5, 6}, 2);
    long[] two = BlockHashes.of(new int[] {1, 2, 3, 9, 5, 6, 7}, 2);

    assertThat(one).hasSize(3);
    assertThat(two).hasSize(3);
    assertThat(one[0]).isEqualTo(two[0]);
    assertThat(one[1]).isNotEqualTo(two[1]);
    assertThat(one[2]).isNotEqualTo(two[2]);
  }
}
