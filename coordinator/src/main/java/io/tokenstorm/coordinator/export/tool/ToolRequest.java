package io.tokenstorm.coordinator.export.tool;

import io.tokenstorm.protocol.record.Gaps;
import org.jspecify.annotations.Nullable;

/**
 * A request that a tool would count as successful, with the figures that the tool would give it.
 * Durations in nanoseconds; {@link #UNKNOWN} where the record does not hold what the tool needs.
 *
 * @param ttftNanos its time to first token
 * @param latencyNanos its end-to-end latency
 * @param gaps what it calls ITL, or the gaps between chunks; {@code null} if not known
 * @param outputTokens output tokens as it would count them
 * @param inputTokens input tokens
 */
public record ToolRequest(
    long ttftNanos, long latencyNanos, @Nullable Gaps gaps, long outputTokens, long inputTokens) {
  public static final long UNKNOWN = -1;

  /** Whether the time per output token can be told. */
  public boolean knowsTpot() {
    return ttftNanos != UNKNOWN && latencyNanos != UNKNOWN && outputTokens != UNKNOWN;
  }

  /** (latency − TTFT) / (n − 1), which all three tools share; needs n ≥ 2. */
  public double tpotNanos() {
    return (double) (latencyNanos - ttftNanos) / (outputTokens - 1);
  }
}
