package io.tokenstorm.replica.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenstorm.replica.engine.EngineParameters.LazyShape;
import io.tokenstorm.replica.engine.EngineParameters.RouteStall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineTest {
  private final List<Long> dues = new ArrayList<>();

  private Sequence sequence(int seed, int tokens, int output) {
    return new Sequence(Params.prompt(seed, tokens), output, (index, due) -> dues.add(due));
  }

  private static void drain(Engine engine) {
    while (engine.nextDueNanos() != Long.MAX_VALUE) {
      engine.advance(engine.nextDueNanos());
    }
  }

  @Test
  void step_onePrompt_baseAndSequenceAndPrefill() {
    Engine engine = new Engine(Params.plain());
    engine.submit(sequence(0, 100, 3), 1_000_000);
    drain(engine);

    assertThat(dues).containsExactly(1_111_000L, 1_122_000L, 1_133_000L);
  }

  @Test
  void step_longPrompt_prefilledInChunksOfTheBudget() {
    Engine engine = new Engine(Params.plain());
    engine.submit(sequence(0, 2_500, 1), 0);
    drain(engine);

    assertThat(dues).containsExactly(3 * 11_000L + 2_500_000L);
  }

  @Test
  void step_decodeAndPrefillTogether_decodeWaitsForThePrefill() {
    Engine engine = new Engine(Params.plain());
    List<Long> second = new ArrayList<>();
    engine.submit(sequence(0, 10, 3), 0);
    engine.submit(new Sequence(Params.prompt(500, 900), 1, (i, due) -> second.add(due)), 5_000);
    drain(engine);

    assertThat(dues).containsExactly(21_000L, 21_000L + 912_000L, 21_000L + 912_000L + 11_000L);
    assertThat(second).containsExactly(21_000L + 912_000L);
  }

  @Test
  void submit_driverLate_dueTimesAsIfOnTime() {
    Engine onTime = new Engine(Params.plain());
    onTime.submit(sequence(0, 100, 50), 0);
    drain(onTime);
    List<Long> expected = List.copyOf(dues);
    dues.clear();

    Engine late = new Engine(Params.plain());
    late.submit(sequence(0, 100, 50), 0);
    late.advance(300_000);
    late.advance(10_000_000);

    assertThat(dues).isEqualTo(expected);
  }

  @Test
  void admit_samePromptAgain_cachedButForItsEnd() {
    Engine engine = new Engine(Params.plain());
    engine.submit(sequence(0, 100, 1), 0);
    drain(engine);
    Sequence again = sequence(0, 100, 1);
    engine.submit(again, 1_000_000);
    drain(engine);

    assertThat(again.cachedTokens()).isEqualTo(96);
    assertThat(engine.gauges().lastHitRate()).isEqualTo(0.96);
    assertThat(engine.gauges().cacheHits()).isEqualTo(96);
    assertThat(engine.gauges().promptTokens()).isEqualTo(200);
    assertThat(engine.gauges().generationTokens()).isEqualTo(2);
    assertThat(dues.get(1)).isEqualTo(1_000_000L + 11_000 + 4_000);
    assertThat(engine.gauges().cacheQueries()).isEqualTo(200);
    assertThat(engine.gauges().cacheHits()).isEqualTo(96);
  }

  @Test
  void resetPrefixCache_promptAgain_nothingCached() {
    Engine engine = new Engine(Params.plain());
    engine.submit(sequence(0, 100, 1), 0);
    drain(engine);
    engine.resetPrefixCache();
    Sequence again = sequence(0, 100, 1);
    engine.submit(again, 1_000_000);
    drain(engine);

    assertThat(again.cachedTokens()).isZero();
  }

  @Test
  void cancel_running_emitsNoMoreAndFreesMemory() {
    Engine engine = new Engine(Params.plain());
    Sequence sequence = sequence(0, 100, 50);
    engine.submit(sequence, 0);
    engine.advance(150_000);
    assertThat(engine.gauges().running()).isEqualTo(1);
    int before = dues.size();
    engine.cancel(sequence);
    drain(engine);

    assertThat(dues).hasSize(before);
    assertThat(engine.gauges().running()).isZero();
    assertThat(engine.gauges().cacheUsage()).isZero();
  }

  @Test
  void maxSequences_moreAsked_theRestWaits() {
    Params params = new Params();
    params.maxSequences = 2;
    Engine engine = new Engine(params.build());
    for (int i = 0; i < 5; i++) {
      engine.submit(sequence(i * 1_000, 10, 20), 0);
    }
    engine.advance(100_000);

    assertThat(engine.gauges().running()).isEqualTo(2);
    assertThat(engine.gauges().waiting()).isEqualTo(3);
    drain(engine);
    assertThat(dues).hasSize(100);
  }

  @Test
  void memory_shortWhileDecoding_lastOneBeganIsPreemptedAndFinishesAll() {
    Params params = new Params();
    params.kvBlocks = 12;
    params.caching = false;
    Engine engine = new Engine(params.build());
    engine.submit(sequence(0, 16, 20), 0);
    engine.submit(sequence(1_000, 16, 20), 0);
    drain(engine);

    assertThat(dues).hasSize(40);
    assertThat(engine.gauges().preemptions()).isPositive();
    assertThat(engine.gauges().generationTokens()).as("none twice").isEqualTo(40);
    assertThat(engine.gauges().cacheUsage()).isZero();
  }

  @Test
  void submit_neverFits_refused() {
    Params params = new Params();
    params.kvBlocks = 4;
    Engine engine = new Engine(params.build());

    assertThat(engine.fits(15)).isTrue();
    assertThat(engine.fits(16)).isFalse();
    assertThatThrownBy(() -> engine.submit(sequence(0, 16, 1), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void lazyShape_itsSighting_stallsOnceOnly() {
    Params params = new Params();
    params.shapes = List.of(new LazyShape(1, 2, 5_000_000));
    Engine engine = new Engine(params.build());
    for (int i = 0; i < 3; i++) {
      engine.submit(sequence(i * 1_000, 10, 1), i * 10_000_000L);
      drain(engine);
    }

    assertThat(dues).containsExactly(21_000L, 15_021_000L, 20_021_000L);
  }

  @Test
  void routeStall_cachedPromptsByTheRandomRoute_onlyTheseStall() {
    Params params = new Params();
    params.stall = new RouteStall(true, 1, 50, 7_000_000);
    Engine engine = new Engine(params.build());
    engine.submit(sequence(0, 100, 1), 0);
    drain(engine);
    engine.submit(sequence(0, 100, 1), 1_000_000);
    drain(engine);
    engine.submit(new Sequence(Params.prompt(0, 100, true), 1, (i, d) -> dues.add(d)), 2_000_000);
    drain(engine);

    assertThat(dues).containsExactly(111_000L, 1_015_000L, 9_015_000L);
  }

  @Test
  void gather_idleEngine_requestsThatComeSoonShareTheFirstStep() {
    Params params = new Params();
    params.gatherNanos = 50_000;
    Engine engine = new Engine(params.build());
    engine.submit(sequence(0, 100, 1), 0);
    engine.submit(sequence(1_000, 100, 1), 40_000);
    drain(engine);

    assertThat(dues).containsExactly(262_000L, 262_000L);
  }

  @Test
  void intake_requestsAtOnce_oneAfterTheOther() {
    Params params = new Params();
    params.intakeNanos = 200_000;
    Engine engine = new Engine(params.build());
    engine.submit(sequence(0, 10, 1), 0);
    engine.submit(sequence(1_000, 10, 1), 0);
    drain(engine);

    assertThat(dues).containsExactly(221_000L, 421_000L);
  }

  @Test
  void listener_cancelsAnotherInMidStep_noTokenForIt() {
    Engine engine = new Engine(Params.plain());
    Sequence victim = sequence(1_000, 10, 5);
    Sequence killer = new Sequence(Params.prompt(0, 10), 5, (index, due) -> engine.cancel(victim));
    engine.submit(killer, 0);
    engine.submit(victim, 0);
    drain(engine);

    assertThat(dues).isEmpty();
  }
}
