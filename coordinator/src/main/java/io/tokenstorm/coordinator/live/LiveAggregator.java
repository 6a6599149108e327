package io.tokenstorm.coordinator.live;

import io.tokenstorm.coordinator.live.LiveFrame.Counts;
import io.tokenstorm.coordinator.live.LiveFrame.Rates;
import io.tokenstorm.coordinator.live.sketch.MergedWindow;
import io.tokenstorm.coordinator.live.sketch.WindowSketches;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.LiveSketch;
import io.tokenstorm.protocol.wire.Stage;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges what the workers of one run say about themselves into frames. Sketches and statuses are
 * cumulative: a lost one costs only freshness, a repeated or late one changes nothing, one of
 * another run or an earlier epoch is ignored. A new epoch starts from nothing.
 *
 * <p>Not thread-safe; the owner calls it from one actor. Nothing here enters a report. Instants are
 * on the coordinator's ticker.
 */
public final class LiveAggregator {
  private static final Logger LOG = LoggerFactory.getLogger(LiveAggregator.class);

  /** What is taken from the sketches of one window. */
  record Figures(
      Counts counts,
      Rates recent,
      Rates window,
      LatencyView ttft,
      LatencyView tpot,
      LatencyView e2e,
      LatencyView itl) {}

  private static final Figures NOTHING =
      new Figures(
          Counts.NONE,
          Rates.NONE,
          Rates.NONE,
          LatencyView.NONE,
          LatencyView.NONE,
          LatencyView.NONE,
          LatencyView.NONE);

  private final String run;
  private int epoch = Integer.MIN_VALUE;
  private final Map<LoadStage, WindowSketches> windows = new EnumMap<>(LoadStage.class);
  private WorkerStatuses statuses = new WorkerStatuses();
  private ReplicaTallies replicas = new ReplicaTallies();
  private long sequence;

  /**
   * Knows nothing yet.
   *
   * @param run id of the run whose words count
   */
  public LiveAggregator(String run) {
    this.run = run;
  }

  /**
   * A worker's sketch arrived. A damaged one is logged and dropped: only the view suffers.
   *
   * @param nowNanos its arrival
   */
  public void onSketch(LiveSketch sketch, long nowNanos) {
    if (adopt(sketch.run(), sketch.epoch())) {
      try {
        windows.computeIfAbsent(sketch.stage(), s -> new WindowSketches()).add(sketch, nowNanos);
      } catch (IllegalArgumentException e) {
        LOG.warn("a live sketch of worker {} is dropped: {}", sketch.worker(), e.getMessage());
      }
    }
  }

  /**
   * A worker's status arrived.
   *
   * @param nowNanos its arrival
   */
  public void onStatus(WorkerStatus status, long nowNanos) {
    if (adopt(status.run(), status.epoch())) {
      statuses.add(status, nowNanos);
    }
  }

  /** A record of the run was merged; each once. */
  public void onRecord(RequestRecord record) {
    if (adopt(run, record.key().epoch())) {
      replicas.add(record);
    }
  }

  /** The next frame. */
  public LiveFrame frame(RunFacts facts, long nowNanos) {
    RunFacts.Position at = facts.at();
    if (at == null) {
      return frame(
          facts, null, NOTHING, statuses.rows(facts.members(), Stage.IDLE, nowNanos), nowNanos);
    }
    adopt(run, at.epoch());
    List<WorkerRow> rows = statuses.rows(facts.members(), at.stage(), nowNanos);
    return frame(
        facts, CurrentPhases.of(facts, at, rows, nowNanos), figures(at, nowNanos), rows, nowNanos);
  }

  private LiveFrame frame(
      RunFacts facts,
      @Nullable CurrentPhase current,
      Figures figures,
      List<WorkerRow> rows,
      long nowNanos) {
    return new LiveFrame(
        ++sequence,
        facts.run(),
        facts.plan().name(),
        facts.plan().model(),
        facts.state(),
        secondsSince(facts.startedNanos(), nowNanos),
        facts.waitingFor(),
        current,
        figures.counts(),
        figures.recent(),
        figures.window(),
        figures.ttft(),
        figures.tpot(),
        figures.e2e(),
        figures.itl(),
        rows,
        current == null ? List.of() : replicas.rows(),
        CurrentPhases.rows(facts),
        facts.events(),
        facts.findings(),
        facts.verdict());
  }

  private Figures figures(RunFacts.Position at, long nowNanos) {
    WindowSketches sketches =
        switch (at.stage()) {
          case IDLE, ARMED -> null;
          case WARMUP -> windows.get(LoadStage.WARMUP);
          case MEASURE, DRAIN, SETTLED -> windows.get(LoadStage.MEASURE);
        };
    if (sketches == null) {
      return NOTHING;
    }
    long untilNanos = at.stage() == Stage.SETTLED ? at.stageSinceNanos() : nowNanos;
    double openSeconds = secondsSince(at.windowOpensNanos(), untilNanos);
    return figures(sketches, openSeconds, nowNanos);
  }

  private static Figures figures(WindowSketches sketches, double openSeconds, long nowNanos) {
    MergedWindow now = sketches.merged(nowNanos);
    MergedWindow before = sketches.before(nowNanos);
    WindowSketches.Pace pace = sketches.recent(nowNanos);
    double tokensPerEvent = now.tokensPerEvent();
    return new Figures(
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

  /** 0 for what has not come yet. */
  static double secondsSince(long sinceNanos, long nowNanos) {
    return sinceNanos == RunFacts.NEVER ? 0 : Math.max(0, nowNanos - sinceNanos) / 1e9;
  }

  /** Adopts a newer epoch; says whether this one is not an older one. */
  private boolean adopt(String itsRun, int itsEpoch) {
    if (!itsRun.equals(run) || itsEpoch < epoch) {
      return false;
    }
    if (itsEpoch > epoch) {
      epoch = itsEpoch;
      reset();
    }
    return true;
  }

  private void reset() {
    windows.clear();
    statuses = new WorkerStatuses();
    replicas = new ReplicaTallies();
  }
}
