package io.tokenstorm.coordinator.report.phase;

import io.tokenstorm.coordinator.report.model.Lengths;
import io.tokenstorm.coordinator.report.model.PhaseReport.TokenSources;
import io.tokenstorm.coordinator.stats.Statistics;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Counts the tokens of successful answers: how many, by whose count, in how many chunks. */
final class TokenMeter {
  private final Map<String, Long> outputSources = new TreeMap<>();
  private final Map<String, Long> inputSources = new TreeMap<>();
  private final Map<String, Long> finishReasons = new TreeMap<>();
  private final int askedOutput;

  /** Only what somebody counted: a planned length says nothing about what was delivered. */
  private final Sample countedInput =
      new Sample(
          (record, sink) -> {
            if (record.tokens().inputSource() != TokenSource.PLANNED) {
              sink.accept(record.tokens().input());
            }
          });

  private final Sample output = new Sample((record, sink) -> sink.accept(record.tokens().output()));
  private long outputTokens;
  private long chunkTokens;
  private long chunks;
  private long zeroTokenAnswers;
  private long shortInputs;
  private long shortOutputs;

  TokenMeter(int askedOutput) {
    this.askedOutput = askedOutput;
  }

  /** Takes a successful request. */
  void add(RequestRecord record) {
    TokenCounts tokens = record.tokens();
    outputSources.merge(tokens.outputSource().label(), 1L, Long::sum);
    inputSources.merge(tokens.inputSource().label(), 1L, Long::sum);
    finishReasons.merge(
        record.finishReason().isEmpty() ? "none" : record.finishReason(), 1L, Long::sum);
    countedInput.add(record);
    output.add(record);
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
    return finishReasons;
  }

  TokenSources sources() {
    return new TokenSources(outputSources, inputSources);
  }

  @Nullable Double tokensPerChunk() {
    return chunks == 0 ? null : (double) chunkTokens / chunks;
  }

  Lengths lengths(
      Workload workload, double factor, PhaseRecords records, Predicate<Sample.Belonging> belongs) {
    Double inputMedian = Statistics.whole(countedInput.source(records, belongs), 0).p50();
    Double outputMedian = Statistics.whole(output.source(records, belongs), 0).p50();
    return new Lengths(
        length(workload.inputTokens(), inputMedian, shortInputs),
        length(askedOutput, outputMedian, shortOutputs),
        factor);
  }

  private static Lengths.Length length(int asked, @Nullable Double median, long shorter) {
    return new Lengths.Length(
        asked, median, median == null || asked == 0 ? null : median / asked - 1, shorter);
  }
}
