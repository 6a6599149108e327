package io.tokenstorm.coordinator.live;

import io.tokenstorm.coordinator.live.LiveFrame.Counts;
import io.tokenstorm.coordinator.live.LiveFrame.Rates;
import io.tokenstorm.coordinator.live.sketch.WindowSketches;
import io.tokenstorm.protocol.telemetry.MergedWindow;

/** What is taken from the sketches of one window; components as in {@link LiveFrame}. */
record WindowFigures(
    Counts requests,
    Rates recent,
    Rates window,
    LatencyView ttft,
    LatencyView tpot,
    LatencyView e2e,
    LatencyView itl) {
  static final WindowFigures NONE =
      new WindowFigures(
          Counts.NONE,
          Rates.NONE,
          Rates.NONE,
          LatencyView.NONE,
          LatencyView.NONE,
          LatencyView.NONE,
          LatencyView.NONE);

  /**
   * The figures of a window.
   *
   * @param openSeconds how long it has been open
   */
  static WindowFigures of(WindowSketches sketches, double openSeconds, long nowNanos) {
    MergedWindow now = sketches.merged(nowNanos);
    MergedWindow before = sketches.before(nowNanos);
    WindowSketches.Pace pace = sketches.recent(nowNanos);
    double tokensPerEvent = now.tokensPerEvent();
    return new WindowFigures(
        counts(now),
        new Rates(
            pace.seconds(), pace.successesPerSecond(), pace.eventsPerSecond() * tokensPerEvent),
        openSeconds == 0
            ? Rates.NONE
            : new Rates(
                openSeconds,
                now.success() / openSeconds,
                now.streamedEvents() * tokensPerEvent / openSeconds),
        LatencyView.of(now.ttft(), before.ttft()),
        LatencyView.of(now.tpot(), before.tpot()),
        LatencyView.of(now.e2e(), before.e2e()),
        LatencyView.of(now.itl(), before.itl()));
  }

  private static Counts counts(MergedWindow window) {
    long failed = window.errors().values().stream().mapToLong(Long::longValue).sum();
    return new Counts(
        window.sent(), window.success(), failed, window.errors(), window.outputTokens());
  }
}
