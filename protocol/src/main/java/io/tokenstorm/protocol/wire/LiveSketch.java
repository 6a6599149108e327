package io.tokenstorm.protocol.wire;

import io.tokenstorm.protocol.live.LatencySketch;
import io.tokenstorm.protocol.record.LoadStage;
import java.util.Map;

/**
 * What one worker saw in one window so far, cumulative: a lost one costs nothing but freshness.
 * Only for the live view, never for a report.
 *
 * @param worker its id
 * @param incarnation its incarnation
 * @param run of the window
 * @param epoch of the window
 * @param phase of the window
 * @param stage which window
 * @param sent requests sent
 * @param success requests that succeeded
 * @param errors requests that failed, by label of the kind
 * @param outputTokens tokens of requests that succeeded
 * @param streamedEvents output-bearing events that arrived so far, those of running requests
 *     included
 * @param ttft of successes
 * @param tpot of successes
 * @param e2e of successes
 * @param itl of successes
 */
public record LiveSketch(
    String worker,
    int incarnation,
    String run,
    int epoch,
    int phase,
    LoadStage stage,
    long sent,
    long success,
    Map<String, Long> errors,
    long outputTokens,
    long streamedEvents,
    LatencySketch ttft,
    LatencySketch tpot,
    LatencySketch e2e,
    LatencySketch itl)
    implements CoordinatorProtocol, BulkMessage {

  /** All that it has counted. Of two of one source and window, the one with more is the newer. */
  public long counted() {
    long failed = errors.values().stream().mapToLong(Long::longValue).sum();
    return sent + success + failed + outputTokens + streamedEvents;
  }
}
