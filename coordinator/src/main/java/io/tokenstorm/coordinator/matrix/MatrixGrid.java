package io.tokenstorm.coordinator.matrix;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which rows a matrix has.
 *
 * @param lengths tokens of the prompts, ascending, each ≥ 1
 * @param contextPad a row's server is started for so many tokens more than its prompt has
 * @param axes further values that templates name, by name; each at least one
 * @param search how far beyond the lengths the edge is looked for; null: not at all
 * @param repeats how often each row is measured, ≥ 1
 * @param cold how a repeat is kept from finding its prompt in a cache
 */
public record MatrixGrid(
    List<Integer> lengths,
    int contextPad,
    Map<String, List<String>> axes,
    @Nullable Search search,
    int repeats,
    ColdCache cold) {

  /**
   * Looks for the longest context that starts and answers: doubling, then bisection.
   *
   * @param granularity lengths that are tried are multiples of this many tokens
   * @param upTo nothing longer is tried
   */
  public record Search(int granularity, int upTo) {
    /** Finer than any server's own steps matter, coarse enough to end soon. */
    public static final Search DEFAULT = new Search(4_096, 8_388_608);
  }
}
