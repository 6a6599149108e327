package io.tokenstorm.replica.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class EnginePropertyTest {

  @Property(tries = 200)
  void anyTraffic_everyTokenOnceInOrder_memoryBoundedAndFreedAtTheEnd(
      @ForAll long seed, @ForAll @IntRange(min = 30, max = 200) int blocks) {
    Params params = new Params();
    params.kvBlocks = blocks;
    params.maxBatchedTokens = 64;
    Engine engine = new Engine(params.build());
    Random random = new Random(seed);
    List<List<Long>> tokens = new ArrayList<>();
    List<Integer> asked = new ArrayList<>();
    List<Sequence> sequences = new ArrayList<>();
    long now = 0;
    for (int i = 0; i < 30; i++) {
      List<Long> mine = new ArrayList<>();
      int output = 1 + random.nextInt(20);
      var prompt = Params.prompt(random.nextInt(3) * 1_000, 1 + random.nextInt(90));
      Sequence sequence =
          new Sequence(
              prompt,
              output,
              (index, due) -> {
                assertThat(index).isEqualTo(mine.size());
                mine.add(due);
              });
      tokens.add(mine);
      asked.add(output);
      sequences.add(sequence);
      now += random.nextInt(100_000);
      engine.advance(now);
      engine.submit(sequence, now);
      if (random.nextInt(5) == 0) {
        int victim = random.nextInt(sequences.size());
        engine.cancel(sequences.get(victim));
        asked.set(victim, -1);
      }
      assertThat(engine.gauges().cacheUsage()).isBetween(0.0, 1.0);
    }
    while (engine.nextDueNanos() != Long.MAX_VALUE) {
      engine.advance(engine.nextDueNanos());
      assertThat(engine.gauges().cacheUsage()).isBetween(0.0, 1.0);
    }
    for (int i = 0; i < asked.size(); i++) {
      assertThat(tokens.get(i)).isSorted().doesNotHaveDuplicates();
      if (asked.get(i) >= 0) {
        assertThat(tokens.get(i)).hasSize(asked.get(i));
      }
    }
    assertThat(engine.gauges().running() + engine.gauges().waiting()).isZero();
    assertThat(engine.gauges().cacheUsage()).isZero();
  }
}
