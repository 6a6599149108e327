package io.tokenstorm.protocol.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.plan.SharedPrefix;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.plan.Workload.TokenIds;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PromptIdsTest {
  private static Workload workload(int tokens, SharedPrefix prefix, int first, int last) {
    return new Workload("w", tokens, prefix, new TokenIds(first, last), null, false);
  }

  private static PromptSource source(Workload workload, int phase) {
    return PromptSource.of(7, "salt", phase, workload, 0.4);
  }

  private static int[] ids(Prompt prompt) {
    return Arrays.stream(prompt.text().split(",", -1)).mapToInt(Integer::parseInt).toArray();
  }

  @Test
  void prompt_isTheSameWhereverItIsMade_forEver() {
    // frozen: a change of these ids would make runs of two versions incomparable
    Workload six = workload(6, null, 1_000, 20_000);
    assertThat(source(six, 1).of(2, 3).text()).isEqualTo("17690,5719,18150,3292,12361,18783");
  }

  @Property(tries = 200)
  void prompt_ofAnyLengthAndRange_hasJustSoManyIdsOfIt(
      @ForAll @IntRange(min = 1, max = 400) int tokens,
      @ForAll @IntRange(min = 0, max = 400) int shared,
      @ForAll @IntRange(min = 0, max = 2_000_000_000) int first,
      @ForAll @IntRange(min = 0, max = 100_000_000) int more) {
    SharedPrefix prefix =
        shared == 0 || shared >= tokens ? null : new SharedPrefix(shared, 3, false);
    int[] ids = ids(source(workload(tokens, prefix, first, first + more), 0).of(5, 1));
    assertThat(ids).hasSize(tokens);
    assertThat(Arrays.stream(ids)).allMatch(id -> id >= first && id <= first + more);
  }

  @Test
  void prompts_ofOneGroup_beginAlikeOverPhases_andDifferAfter() {
    Workload shared = workload(50, new SharedPrefix(40, 4, false), 0, 99_999);
    int[] one = ids(source(shared, 0).of(1, 0));
    int[] other = ids(source(shared, 3).of(5, 9));
    assertThat(Arrays.copyOf(one, 40)).isEqualTo(Arrays.copyOf(other, 40));
    assertThat(Arrays.copyOfRange(one, 40, 50)).isNotEqualTo(Arrays.copyOfRange(other, 40, 50));
    assertThat(Arrays.copyOf(one, 40))
        .isNotEqualTo(Arrays.copyOf(ids(source(shared, 0).of(2, 0)), 40));
    Workload fresh = workload(50, new SharedPrefix(40, 4, true), 0, 99_999);
    assertThat(Arrays.copyOf(ids(source(fresh, 0).of(1, 0)), 40))
        .isNotEqualTo(Arrays.copyOf(ids(source(fresh, 1).of(1, 0)), 40));
  }

  @Test
  void prompts_ofManySlotsAndOrdinals_neverRepeat() {
    PromptSource source = source(workload(8, null, 0, 99_999), 0);
    Set<String> seen = new HashSet<>();
    for (int slot = 0; slot < 100; slot++) {
      for (int ordinal : List.of(0, 1, 2, 100)) {
        seen.add(source.of(slot, ordinal).text());
      }
    }
    assertThat(seen).hasSize(400);
  }
}
