package io.tokenstorm.coordinator.live;

import io.tokenstorm.coordinator.live.PhaseRow.Headline;
import io.tokenstorm.coordinator.live.sketch.WindowSketches;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.LivePhase;
import io.tokenstorm.coordinator.service.LiveRun;
import io.tokenstorm.coordinator.service.LiveSnapshot;
import io.tokenstorm.coordinator.service.LiveWindow;
import io.tokenstorm.coordinator.service.RunState;
import io.tokenstorm.coordinator.service.RunSummary;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.wire.LiveSketch;
import io.tokenstorm.protocol.wire.Stage;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges what the workers of one run say about themselves into frames. Sketches are cumulative: a
 * lost one costs only freshness, a repeated or late one changes nothing, one of another run or an
 * earlier epoch is ignored. A new epoch starts from nothing.
 *
 * <p>Not thread-safe. Nothing here enters a report.
 */
public final class LiveAggregator {
  private static final Logger LOG = LoggerFactory.getLogger(LiveAggregator.class);

  private final String run;
  private int epoch = Integer.MIN_VALUE;
  private final Map<LoadStage, WindowSketches> windows = new EnumMap<>(LoadStage.class);
  private ReplicaTallies replicas = new ReplicaTallies();
  private final PhaseTallies phases = new PhaseTallies();
  private long sequence;
  private @Nullable LiveFrame last;

  /**
   * Knows nothing yet.
   *
   * @param run id of the run that counts
   */
  public LiveAggregator(String run) {
    this.run = run;
  }

  /**
   * Looks at the sketches of a snapshot. To be called several times a second: the moment a new
   * sketch is first seen stands for its arrival. A damaged one is logged and dropped.
   */
  public void observe(LiveSnapshot snapshot) {
    LiveRun live = snapshot.run();
    LivePhase at = live == null ? null : live.current();
    if (live == null || at == null || !live.summary().run().equals(run)) {
      return;
    }
    adopt(at.epoch());
    phases.window(at.phase(), at.measure());
    at.sketches().forEach(sketch -> take(sketch, snapshot.atNanos()));
  }

  private void take(LiveSketch sketch, long nowNanos) {
    if (!sketch.run().equals(run) || !adopt(sketch.epoch())) {
      return;
    }
    try {
      windows.computeIfAbsent(sketch.stage(), s -> new WindowSketches()).add(sketch, nowNanos);
    } catch (IllegalArgumentException e) {
      LOG.warn("a live sketch of worker {} is dropped: {}", sketch.worker(), e.getMessage());
    }
  }

  /** Records of the run were merged; each comes once. */
  public void onRecords(List<RequestRecord> records) {
    for (RequestRecord record : records) {
      phases.add(record);
      if (adopt(record.key().epoch())) {
        replicas.add(record);
      }
    }
  }

  /** The next frame; empty of figures while the run is not the current one. */
  public LiveFrame frame(LiveSnapshot snapshot) {
    observe(snapshot);
    sequence++;
    LiveRun live = snapshot.run();
    LiveFrame frame =
        live != null && live.summary().run().equals(run)
            ? current(live, snapshot)
            : notCurrent(snapshot);
    last = frame;
    return frame;
  }

  private LiveFrame current(LiveRun live, LiveSnapshot snapshot) {
    long now = snapshot.atNanos();
    boolean ended = live.summary().state() == RunState.ENDED;
    LivePhase at = ended ? null : live.current();
    List<WorkerRow> workers = WorkerRows.of(snapshot.workers(), run, at, now);
    WindowFigures figures = at == null ? WindowFigures.NONE : figures(at, now);
    return new LiveFrame(
        sequence,
        run,
        live.plan().name(),
        live.plan().model(),
        live.summary().state(),
        Math.max(0, endOf(live, now) - live.startedAtNanos()) / 1e9,
        live.summary().reason(),
        at == null ? null : CurrentPhases.of(live, at, workers, now),
        figures.requests(),
        figures.recent(),
        figures.window(),
        figures.ttft(),
        figures.tpot(),
        figures.e2e(),
        figures.itl(),
        workers,
        at == null ? List.of() : replicas.rows(live.readings(), now),
        CurrentPhases.rows(live, headlines(live)),
        RunNotes.events(live),
        RunNotes.findings(live),
        name(live.summary().verdict()));
  }

  /** Before its turn, or when the next run has taken its place already. */
  private LiveFrame notCurrent(LiveSnapshot snapshot) {
    RunSummary summary =
        snapshot.runs().stream()
            .filter(s -> s.run().equals(run))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no run " + run));
    LiveFrame before = last;
    boolean told = before != null && summary.state() == RunState.ENDED;
    WindowFigures none = WindowFigures.NONE;
    return new LiveFrame(
        sequence,
        run,
        summary.name(),
        told && before != null ? before.model() : "",
        summary.state(),
        told && before != null ? before.elapsedSeconds() : 0,
        summary.reason(),
        null,
        none.requests(),
        none.recent(),
        none.window(),
        none.ttft(),
        none.tpot(),
        none.e2e(),
        none.itl(),
        WorkerRows.of(snapshot.workers(), run, null, snapshot.atNanos()),
        List.of(),
        told && before != null ? before.phases() : List.of(),
        told && before != null ? before.events() : List.of(),
        told && before != null ? before.findings() : List.of(),
        name(summary.verdict()));
  }

  private WindowFigures figures(LivePhase at, long nowNanos) {
    LoadStage stage =
        switch (at.stage()) {
          case IDLE, ARMED -> null;
          case WARMUP -> LoadStage.WARMUP;
          case MEASURE, DRAIN, SETTLED -> LoadStage.MEASURE;
        };
    WindowSketches sketches = stage == null ? null : windows.get(stage);
    if (sketches == null) {
      return WindowFigures.NONE;
    }
    LiveWindow window = stage == LoadStage.WARMUP ? at.warmup() : at.measure();
    long untilNanos = at.stage() == Stage.SETTLED ? at.stageSinceNanos() : nowNanos;
    double openSeconds = window.isSet() ? Math.max(0, untilNanos - window.opensAtNanos()) / 1e9 : 0;
    return WindowFigures.of(sketches, openSeconds, nowNanos);
  }

  private Map<Integer, Headline> headlines(LiveRun live) {
    Map<Integer, Headline> headlines = new HashMap<>();
    live.settled().forEach(s -> headlines.put(s.phase(), phases.headline(s)));
    return headlines;
  }

  private static long endOf(LiveRun live, long nowNanos) {
    return live.events().stream()
        .filter(e -> e.event() instanceof RunEvent.RunEnded)
        .mapToLong(StampedEvent::atNanos)
        .findFirst()
        .orElse(nowNanos);
  }

  private static @Nullable String name(@Nullable Verdict verdict) {
    return verdict == null ? null : verdict.name();
  }

  /** Adopts a newer epoch; says whether this one is not an older one. */
  private boolean adopt(int itsEpoch) {
    if (itsEpoch > epoch) {
      epoch = itsEpoch;
      windows.clear();
      replicas = new ReplicaTallies();
    }
    return itsEpoch == epoch;
  }
}
