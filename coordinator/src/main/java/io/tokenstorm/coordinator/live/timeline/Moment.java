package io.tokenstorm.coordinator.live.timeline;

import io.tokenstorm.coordinator.live.CurrentPhase;
import io.tokenstorm.coordinator.live.LiveFrame;
import io.tokenstorm.coordinator.live.LiveFrame.EngineView;
import io.tokenstorm.coordinator.live.LiveFrame.ReplicaRow;
import io.tokenstorm.protocol.wire.Stage;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one frame said, in short. Seconds and per second; latencies over the last three seconds;
 * {@code null}: undefined, or no phase was on.
 *
 * @param atSeconds since the run began
 * @param phase name of the phase that was on
 * @param index its place in the plan
 * @param epoch the arming it belonged to
 * @param stage where the phase stood
 * @param tokensPerSecond output tokens over the last three seconds
 * @param requestsPerSecond successes over the last three seconds
 * @param inFlight requests without an outcome
 * @param concurrency slots asked for
 * @param errors failed requests of the window
 * @param ttftP50 median TTFT
 * @param ttftP99 99th percentile of TTFT
 * @param tpotP50 median TPOT
 * @param tpotP99 99th percentile of TPOT
 * @param e2eP50 median E2E
 * @param e2eP99 99th percentile of E2E
 * @param running requests in the replicas' batches, by their own metrics
 * @param waiting requests in the replicas' queues, by their own metrics
 * @param kvUsage share of KV memory in use in the fullest replica, 0 to 1
 */
public record Moment(
    double atSeconds,
    @Nullable String phase,
    int index,
    int epoch,
    @Nullable Stage stage,
    @Nullable Double tokensPerSecond,
    @Nullable Double requestsPerSecond,
    @Nullable Integer inFlight,
    @Nullable Integer concurrency,
    @Nullable Long errors,
    @Nullable Double ttftP50,
    @Nullable Double ttftP99,
    @Nullable Double tpotP50,
    @Nullable Double tpotP99,
    @Nullable Double e2eP50,
    @Nullable Double e2eP99,
    @Nullable Double running,
    @Nullable Double waiting,
    @Nullable Double kvUsage) {

  static Moment of(LiveFrame frame) {
    CurrentPhase at = frame.current();
    boolean paced = at != null && frame.recent().seconds() > 0;
    return new Moment(
        frame.elapsedSeconds(),
        at == null ? null : at.name(),
        at == null ? -1 : at.index(),
        at == null ? -1 : at.epoch(),
        at == null ? null : at.stage(),
        paced ? frame.recent().tokensPerSecond() : null,
        paced ? frame.recent().requestsPerSecond() : null,
        at == null ? null : at.inFlight(),
        at == null ? null : at.concurrency(),
        at == null ? null : frame.requests().errors(),
        frame.ttft().recentP50(),
        frame.ttft().recentP99(),
        frame.tpot().recentP50(),
        frame.tpot().recentP99(),
        frame.e2e().recentP50(),
        frame.e2e().recentP99(),
        told(frame, EngineView::running).reduce(Double::sum).orElse(null),
        told(frame, EngineView::waiting).reduce(Double::sum).orElse(null),
        told(frame, EngineView::kvUsage).reduce(Math::max).orElse(null));
  }

  private static Stream<Double> told(
      LiveFrame frame, Function<EngineView, @Nullable Double> figure) {
    return frame.replicas().stream()
        .map(ReplicaRow::engine)
        .filter(Objects::nonNull)
        .map(figure)
        .filter(Objects::nonNull);
  }
}
