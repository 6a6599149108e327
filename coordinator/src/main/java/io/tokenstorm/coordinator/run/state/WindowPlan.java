package io.tokenstorm.coordinator.run.state;

import io.tokenstorm.coordinator.clock.ClockEstimate;
import io.tokenstorm.coordinator.clock.OffsetEstimator;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.wire.SendWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A window of a phase as the coordinator sees it. Each of its instants was turned into the workers'
 * tickers once, when it was decided, so that a repeated directive never moves it.
 *
 * @param opens when slots may send
 * @param closes the limit by time; null: none
 * @param requests the limit by count over the whole cluster; 0: none
 */
public record WindowPlan(Edge opens, @Nullable Edge closes, long requests) {

  /**
   * An instant for the whole cluster.
   *
   * @param atNanos on the coordinator's ticker
   * @param clocks of the workers, as they stood when the instant was decided
   */
  public record Edge(long atNanos, Map<String, ClockEstimate> clocks) {
    long forWorker(String worker) {
      return clock(worker).toWorker(atNanos);
    }

    /** A worker's clock when the instant was decided. */
    public ClockEstimate clock(String worker) {
      ClockEstimate clock = clocks.get(worker);
      if (clock == null) {
        throw new IllegalStateException("no clock of " + worker + " among " + clocks.keySet());
      }
      return clock;
    }

    /**
     * How far off this instant may be on each worker, what the clocks may drift until it comes
     * included.
     *
     * @param nowNanos when it was decided
     */
    public List<RunEvent.ClockBound> bounds(long nowNanos) {
      long drift = OffsetEstimator.driftNanos(atNanos - nowNanos);
      List<RunEvent.ClockBound> bounds = new ArrayList<>();
      clocks.forEach(
          (worker, clock) ->
              bounds.add(
                  new RunEvent.ClockBound(
                      worker, -clock.offsetNanos(), clock.errorNanos() + drift)));
      return bounds;
    }

    /** The largest error of any of the clocks. */
    public long errorNanos() {
      return clocks.values().stream().mapToLong(ClockEstimate::errorNanos).max().orElse(0);
    }
  }

  SendWindow forWorker(String worker) {
    return new SendWindow(
        opens.forWorker(worker),
        closes == null ? Long.MAX_VALUE : closes.forWorker(worker),
        requests);
  }

  /** When it closes by time, on the coordinator's ticker; {@link Long#MAX_VALUE}: it does not. */
  public long closesAtNanos() {
    return closes == null ? Long.MAX_VALUE : closes.atNanos();
  }

  /** The same window, closed at an instant. */
  public WindowPlan closing(Edge edge) {
    return new WindowPlan(opens, edge, requests);
  }
}
