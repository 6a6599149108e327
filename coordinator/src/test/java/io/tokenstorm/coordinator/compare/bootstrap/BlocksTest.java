package io.tokenstorm.coordinator.compare.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlocksTest {
  @ParameterizedTest
  @CsvSource({"0,4,1", "35,1,1", "100,1,5", "1000,1,10", "1000,32,50", "640,64,32", "100000,4,47"})
  void length_ofARun_isThreeRoundsOfSlotsAtLeastAndATwentiethAtMost(
      int requests, int slots, int length) {
    assertThat(Blocks.length(requests, slots)).isEqualTo(length);
  }

  @Property(tries = 200)
  void draw_anyRuns_takesAsManyAsEachHasAndOnlyWhatThereIs(
      @ForAll @IntRange(max = 500) int first,
      @ForAll @IntRange(min = 1, max = 500) int second,
      @ForAll long seed) {
    int[] taken = new int[2];
    new Blocks(new int[] {first, second}, 8, false, seed)
        .draw(
            (run, from, to) -> {
              assertThat(from).isBetween(0, to);
              assertThat(to).isLessThanOrEqualTo(run == 0 ? first : second);
              taken[run] += to - from;
            });
    assertThat(taken).containsExactly(first, second);
  }

  @Property(tries = 50)
  void draw_runsToo_takesWholeRuns(@ForAll long seed) {
    int[] taken = new int[3];
    new Blocks(new int[] {40, 40, 40}, 1, true, seed)
        .draw((run, from, to) -> taken[run] += to - from);
    assertThat(java.util.Arrays.stream(taken).boxed()).allMatch(n -> n % 40 == 0);
    assertThat(taken[0] + taken[1] + taken[2]).isEqualTo(120);
  }
}
