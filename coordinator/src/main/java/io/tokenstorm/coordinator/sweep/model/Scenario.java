package io.tokenstorm.coordinator.sweep.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row and what came of it. The first seven are the keys that reports of context sweeps share; the
 * others are ours.
 *
 * @param backend the engine's name
 * @param targetLen tokens of the prompt
 * @param maxModelLen what the server was started for, tokens
 * @param success whether it started and every request succeeded
 * @param serverArgs the command as one line
 * @param metrics {@code null} if no request succeeded
 * @param error what went wrong, one sentence; {@code null} if nothing
 * @param notes what a reader should know before using the figures
 * @param row its place in the order of running, from 1
 * @param axes values of further axes
 * @param searched whether it was tried to find the edge
 * @param failure more of what went wrong; {@code null} if nothing
 * @param environment given to the server, secrets as references
 * @param startS from the start of the command to readiness, seconds, of each server started
 * @param repeats one for each repeat that was asked
 * @param spread over repeats; {@code null} if there was one
 * @param startedAt wall clock
 * @param log the server's, below the sweep's directory
 * @param coldCache how its prompts were kept out of the server's cache, as a plan names it; {@code
 *     null} in a row that an older version kept
 * @param promptLength how the prompts got their length; {@code null} if nothing was asked
 */
public record Scenario(
    String backend,
    int targetLen,
    int maxModelLen,
    boolean success,
    String serverArgs,
    @Nullable RowMetrics metrics,
    @Nullable String error,
    List<String> notes,
    int row,
    Map<String, String> axes,
    boolean searched,
    @Nullable Failure failure,
    Map<String, String> environment,
    List<Double> startS,
    List<Repeat> repeats,
    @Nullable Spread spread,
    Instant startedAt,
    String log,
    @Nullable String coldCache,
    @Nullable PromptLength promptLength) {

  /** Engine and axes, the same for all lengths. */
  public String column() {
    StringBuilder name = new StringBuilder(backend);
    axes.forEach((axis, value) -> name.append(' ').append(axis).append('=').append(value));
    return name.toString();
  }

  /** Tells a row of a plan from every other. */
  public String key() {
    return column() + " " + targetLen;
  }

  /**
   * What went wrong.
   *
   * @param stage where: of starting, or {@code request}
   * @param fault whose affair it is: {@code TARGET}, {@code PLAN}, {@code GENERATOR}
   * @param cause a recognised one in a word, such as {@code out_of_memory}; {@code null}: none
   * @param exit how the server's process ended; {@code null} if it did not, or by a signal
   * @param limitTokens the longest context that would have worked, if the log says so
   * @param logTail the last lines of its log
   */
  public record Failure(
      String stage,
      String fault,
      @Nullable String cause,
      @Nullable Integer exit,
      @Nullable Long limitTokens,
      List<String> logTail) {}

  /**
   * How long prompts were, and how they got that long.
   *
   * @param way {@code token-ids}, {@code server-tokenize}, {@code local-tokenizer}, {@code usage};
   *     {@code estimate}: none of them led to a length that the server confirmed
   * @param aimed tokens
   * @param counted by the server, of the first request that differs, else of any; {@code null} if
   *     it did not say
   * @param exact whether all of them were counted as aimed
   * @param fixedTokens what the server counts beside the prompt's own, such as its template
   * @param probes requests before the measured ones, in all repeats
   * @param remark what did not go as it should; empty: nothing
   */
  public record PromptLength(
      String way,
      int aimed,
      @Nullable Integer counted,
      boolean exact,
      int fixedTokens,
      int probes,
      String remark) {}

  /**
   * One asking of a row.
   *
   * @param run the directory of its run below {@code runs/}, with its records and report
   * @param verdict of that run
   * @param promptTokens as the server counted them, of the first request; {@code null} if unknown
   * @param ttftMs mean
   */
  public record Repeat(
      String run,
      String verdict,
      long successCount,
      long totalCount,
      @Nullable Double durationS,
      @Nullable Integer promptTokens,
      @Nullable Double ttftMs,
      @Nullable Double e2eMs) {}

  /** Least, greatest and standard deviation (n − 1) of the repeats' means, milliseconds. */
  public record Spread(Range ttftMs, Range e2eMs) {}

  /** Of values of repeats. */
  public record Range(double min, double max, double stddev) {}
}
