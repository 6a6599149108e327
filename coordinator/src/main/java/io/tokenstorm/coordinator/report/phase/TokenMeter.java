package io.tokenstorm.coordinator.report.phase;

import io.tokenstorm.coordinator.report.history.PhaseFacts;
import io.tokenstorm.coordinator.report.model.Lengths;
import io.tokenstorm.coordinator.report.model.PhaseReport.TokenSources;
import io.tokenstorm.coordinator.stats.ColumnStore;
import io.tokenstorm.coordinator.stats.Statistics;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the tokens of successful answers: how many, by whose count, in how many chunks. */
final class TokenMeter {
  private final LabelCounts outputSources = new LabelCounts();
  private final LabelCounts inputSources = new LabelCounts();
  private final LabelCounts finishReasons = new LabelCounts();
  private final int askedOutput;

  /** Only what somebody counted: a planned length says nothing about what was delivered. */
  private final Sample countedInput;

  private long outputTokens;
  private long chunkTokens;
  private long chunks;
  private long zeroTokenAnswers;
  private long shortInputs;
  private long shortOutputs;

  TokenMeter(int askedOutput, ColumnStore store) {
    this.askedOutput = askedOutput;
    this.countedInput =
        new Sample(
            (record, sink) -> {
              if (record.tokens().inputSource() != TokenSource.PLANNED) {
                sink.accept(record.tokens().input());
              }
            },
            store);
  }

  /** Takes a successful request. */
  void add(RequestRecord record) {
    TokenCounts tokens = record.tokens();
    outputSources.add(tokens.outputSource().label());
    inputSources.add(tokens.inputSource().label());
    finishReasons.add(record.finishReason().isEmpty() ? "none" : record.finishReason());
    countedInput.add(record);
    outputTokens += tokens.output();
    if (tokens.outputSource() != TokenSource.EVENTS && tokens.events() > 0) {
      chunkTokens += tokens.output();
      chunks += tokens.events();
    }
    zeroTokenAnswers += tokens.output() == 0 ? 1 : 0;
    shortOutputs += tokens.output() < askedOutput ? 1 : 0;
    boolean counted = tokens.inputSource() != TokenSource.PLANNED;
    shortInputs += counted && tokens.input() < tokens.plannedInput() ? 1 : 0;
  }

  long outputTokens() {
    return outputTokens;
  }

  long zeroTokenAnswers() {
    return zeroTokenAnswers;
  }

  Map<String, Long> finishReasons() {
    return finishReasons.counts();
  }

  TokenSources sources() {
    return new TokenSources(outputSources.counts(), inputSources.counts());
  }

  @Nullable Double tokensPerChunk() {
    return chunks == 0 ? null : (double) chunkTokens / chunks;
  }

  /**
   * What a phase sends.
   *
   * @param name of its prompts, as the run's events have it
   * @param tokens of each
   */
  record Prompts(String name, int tokens) {}

  /**
   * How long inputs and outputs were.
   *
   * @param facts how prompts were made
   * @param prompts which ones the phase sends
   * @param outputMedian of the successful answers
   */
  Lengths lengths(PhaseFacts facts, Prompts prompts, @Nullable Double outputMedian) {
    Double inputMedian = Statistics.whole(countedInput.numbers(), 0).p50();
    return new Lengths(
        length(prompts.tokens(), inputMedian, shortInputs),
        length(askedOutput, outputMedian, shortOutputs),
        facts.lengthFactor(),
        exact(facts, prompts.name()));
  }

  private static Lengths.@Nullable Exact exact(PhaseFacts facts, String prompts) {
    return facts.lengths().stream()
        .filter(found -> found.prompts().equals(prompts))
        .reduce((earlier, later) -> later)
        .map(f -> new Lengths.Exact(f.way(), f.fixedTokens(), f.probes(), f.remark()))
        .orElse(null);
  }

  private static Lengths.Length length(int asked, @Nullable Double median, long shorter) {
    return new Lengths.Length(
        asked, median, median == null || asked == 0 ? null : median / asked - 1, shorter);
  }
}
