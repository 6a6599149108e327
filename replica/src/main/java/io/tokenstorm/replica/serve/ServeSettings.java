package io.tokenstorm.replica.serve;

import io.tokenstorm.replica.engine.EngineParameters;
import io.tokenstorm.replica.metrics.MetricNames;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * What one replica serves and how its tokens leave.
 *
 * @param name the replica's name
 * @param model the model's name, as clients ask for it
 * @param engine the engine's figures
 * @param tokensPerEvent tokens in one streamed event
 * @param spreadNanos tokens of one step leave spread over this long, each stream at a constant
 *     offset of its own; 0: together
 * @param naturalTokens mean length of an answer that may end by itself, tokens
 * @param metricNames under whose names it tells of itself
 * @param refuses what it does not do, as other servers do not
 */
public record ServeSettings(
    String name,
    String model,
    EngineParameters engine,
    int tokensPerEvent,
    long spreadNanos,
    int naturalTokens,
    MetricNames metricNames,
    Set<Refusal> refuses) {

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
