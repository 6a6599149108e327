package io.tokenstorm.coordinator.sweep.model;

import io.tokenstorm.coordinator.results.RunInfo;
import io.tokenstorm.coordinator.results.Verdict;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a sweep; {@code metadata}, {@code config} and {@code scenarios} are the keys that
 * reports of context sweeps share. A pure function of the sweep's directory.
 *
 * @param plan its name; this and the next are what lists of reports show of any
 * @param startedAt wall clock
 * @param verdict {@code VALID}; {@code DEGRADED}: a row's own run was not valid, or its prompts had
 *     another length; {@code CANCELLED}: rows are missing
 * @param verdictReason how many rows there are and what came of them, a sentence
 * @param complete whether every row of the plan has a result
 * @param rowsPlanned of the grid; a search adds more
 * @param coldCache how prompts were kept out of caches
 * @param columns what the rows of each engine and combination of axes say together
 */
public record SweepReport(
    Metadata metadata,
    Config config,
    List<Scenario> scenarios,
    String plan,
    String model,
    String startedAt,
    Verdict verdict,
    String verdictReason,
    boolean complete,
    int rowsPlanned,
    String coldCache,
    List<Column> columns) {

  /** What was measured, where and by what; the last four are ours. */
  public record Metadata(
      String experiment,
      String runId,
      String timestamp,
      String model,
      String backend,
      String engine,
      String hardware,
      String accelerator,
      String chip,
      String script,
      String env,
      String gitCommit,
      String gitDirty,
      String description,
      List<String> notes,
      RunInfo.Host host,
      RunInfo.Versions versions,
      List<String> command) {}

  /**
   * How it was asked; the last are ours.
   *
   * @param tp the value of the axis of that name; a list if it has several; {@code null}: none
   * @param cudaVisibleDevices of the engines' environment, if it is the same for all
   */
  public record Config(
      @Nullable Object tp,
      @Nullable String cudaVisibleDevices,
      int outputLen,
      int numPrompts,
      int maxConcurrency,
      @Nullable Number requestRate,
      int contextPad,
      List<Integer> lengths,
      Map<String, List<String>> axes,
      int repeats,
      Map<String, String> api) {}

  /**
   * What the rows of one engine and combination of axes say together.
   *
   * @param longestSuccess the longest context that started and answered, tokens
   * @param shortestFailure the shortest beyond it that did not
   * @param edge why it did not
   * @param edgeCause the same in a word, if it is recognised
   * @param edgeLimitTokens the longest that the server says it could be started for
   * @param fit how TTFT grows with length; {@code null} with fewer than three lengths
   */
  public record Column(
      String backend,
      Map<String, String> axes,
      @Nullable Integer longestSuccess,
      @Nullable Integer shortestFailure,
      @Nullable String edge,
      @Nullable String edgeCause,
      @Nullable Long edgeLimitTokens,
      @Nullable Fit fit) {
    /** As {@link Scenario#column}. */
    public String name() {
      StringBuilder name = new StringBuilder(backend);
      axes.forEach((axis, value) -> name.append(' ').append(axis).append('=').append(value));
      return name.toString();
    }
  }

  /**
   * TTFT = c × length^exponent by least squares over logarithms.
   *
   * @param longHalfExponent the same over the longer half of the lengths, where fixed costs weigh
   *     less; {@code null} with fewer than three of them
   * @param reading in words
   */
  public record Fit(
      int lengths,
      double exponent,
      double rSquared,
      @Nullable Double longHalfExponent,
      String reading) {}
}
