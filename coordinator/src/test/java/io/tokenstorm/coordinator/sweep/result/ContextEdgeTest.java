package io.tokenstorm.coordinator.sweep.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.matrix.MatrixGrid.Search;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ContextEdgeTest {
  private static List<Integer> searched(ContextEdge edge, Search search, int works) {
    List<Integer> tried = new ArrayList<>();
    for (OptionalInt next = edge.next(search);
        next.isPresent() && tried.size() < 200;
        next = edge.next(search)) {
      tried.add(next.getAsInt());
      edge.add(next.getAsInt(), next.getAsInt() <= works);
    }
    return tried;
  }

  @Test
  void search_doublesThenHalves() {
    ContextEdge edge = new ContextEdge();
    edge.add(65_536, true);
    assertThat(searched(edge, new Search(32_768, 1 << 20), 200_000))
        .containsExactly(131_072, 262_144, 196_608, 229_376);
    assertThat(edge.longestSuccess()).hasValue(196_608);
    assertThat(edge.shortestFailure()).hasValue(229_376);
  }

  @Test
  void search_everythingWorks_endsAtItsLimit() {
    ContextEdge edge = new ContextEdge();
    edge.add(100, true);
    assertThat(searched(edge, new Search(100, 350), 1_000)).containsExactly(200, 350);
  }

  @Test
  void failureBelowASuccess_isNoEdge() {
    ContextEdge edge = new ContextEdge();
    edge.add(100, false);
    edge.add(200, true);
    assertThat(edge.longestSuccess()).hasValue(200);
    assertThat(edge.shortestFailure()).isEmpty();
  }

  @Property
  void search_anyEdge_isFoundToTheGranularity(
      @ForAll @IntRange(min = 1, max = 5_000_000) int works,
      @ForAll @IntRange(min = 1, max = 50_000) int granularity,
      @ForAll @IntRange(min = 1, max = 100_000) int first) {
    Search search = new Search(granularity, 8_000_000);
    ContextEdge edge = new ContextEdge();
    edge.add(first, first <= works);
    List<Integer> tried = searched(edge, search, works);
    assertThat(tried.size()).isLessThan(60);
    int low = edge.longestSuccess().orElse(0);
    int high = edge.shortestFailure().orElseThrow();
    assertThat(works).isBetween(low, high - 1);
    assertThat(high - low).isLessThan(2 * granularity);
  }
}
