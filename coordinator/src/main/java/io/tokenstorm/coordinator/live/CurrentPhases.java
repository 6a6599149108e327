package io.tokenstorm.coordinator.live;

import io.tokenstorm.coordinator.live.PhaseRow.Headline;
import io.tokenstorm.coordinator.service.LivePhase;
import io.tokenstorm.coordinator.service.LiveRun;
import io.tokenstorm.coordinator.service.LiveWorker;
import io.tokenstorm.coordinator.service.RunState;
import io.tokenstorm.protocol.plan.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows the phases of a run: the one that is on, and all of them as rows. */
final class CurrentPhases {
  private CurrentPhases() {}

  static CurrentPhase of(LiveRun run, LivePhase at, List<WorkerRow> workers, long nowNanos) {
    List<Phase> phases = run.plan().phases();
    Phase phase = phases.get(at.phase());
    return new CurrentPhase(
        at.phase(),
        phases.size(),
        phase.name(),
        phase.route(),
        phase.workload(),
        at.epoch(),
        at.stage(),
        Math.max(0, nowNanos - at.stageSinceNanos()) / 1e9,
        at.note(),
        at.asked(),
        at.inFlight(),
        ProgressEstimate.of(at, issued(workers), nowNanos));
  }

  /** A lost worker's last count stands for as long as the phase is the same. */
  private static long issued(List<WorkerRow> workers) {
    return workers.stream()
        .filter(w -> w.slots() > 0 || w.state() == LiveWorker.State.LOST)
        .mapToLong(WorkerRow::issued)
        .sum();
  }

  static List<PhaseRow> rows(LiveRun run, Map<Integer, Headline> headlines) {
    List<PhaseRow> rows = new ArrayList<>();
    for (int i = 0; i < run.plan().phases().size(); i++) {
      Phase phase = run.plan().phases().get(i);
      Headline headline = headlines.get(i);
      rows.add(
          new PhaseRow(
              phase.name(),
              phase.route(),
              phase.workload(),
              phase.concurrency(),
              state(run, i, headline),
              headline));
    }
    return List.copyOf(rows);
  }

  private static PhaseRow.State state(LiveRun run, int index, @Nullable Headline headline) {
    LivePhase at = run.current();
    if (headline != null) {
      return PhaseRow.State.DONE;
    }
    if (run.summary().state() == RunState.ENDED) {
      return PhaseRow.State.SKIPPED;
    }
    return at != null && at.phase() == index ? PhaseRow.State.RUNNING : PhaseRow.State.PENDING;
  }
}
