package io.tokenstorm.replica.serve;

import io.tokenstorm.replica.engine.EngineParameters;
import io.tokenstorm.replica.metrics.MetricNames;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * What a replica serves and how its tokens leave.
 *
 * @param model the model's name, as clients ask for it
 * @param engine the engine's figures
 * @param answers how its answers are cut up, and how long they are
 * @param metricNames under whose names it tells of itself
 * @param refuses what it does not do, as other servers do not
 */
public record ServeSettings(
    String model,
    EngineParameters engine,
    Answers answers,
    MetricNames metricNames,
    Set<Refusal> refuses) {

  /** Nobody changes what it refuses. */
  public ServeSettings {
    refuses = Set.copyOf(refuses);
  }

  /**
   * How answers leave.
   *
   * @param tokensPerEvent tokens in one streamed event, ≥ 1
   * @param spreadNanos tokens of one step leave spread over this long, each stream at a constant
   *     offset of its own; 0: together
   * @param naturalTokens mean length of an answer that may end by itself, tokens, ≥ 1
   */
  public record Answers(int tokensPerEvent, long spreadNanos, int naturalTokens) {
    /** Checks the ranges. */
    public Answers {
      if (tokensPerEvent < 1 || naturalTokens < 1 || spreadNanos < 0) {
        throw new IllegalArgumentException(
            "tokens per event and natural tokens must be above 0, spread must not be negative");
      }
    }
  }

  /** What some servers do not do. */
  public enum Refusal {
    /** A prompt of token ids is answered with status 400. */
    TOKEN_IDS("token-ids"),
    /** There is no {@code /tokenize}. */
    TOKENIZE("tokenize"),
    /** {@code stream_options} is answered with status 400. */
    STREAM_OPTIONS("stream-options");

    private final String label;

    Refusal(String label) {
      this.label = label;
    }

    /** The one of a name in a profile, if there is one. */
    public static Optional<Refusal> parse(String label) {
      return Arrays.stream(values()).filter(refusal -> refusal.label.equals(label)).findFirst();
    }
  }
}
