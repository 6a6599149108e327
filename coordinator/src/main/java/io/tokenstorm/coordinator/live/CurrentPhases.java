package io.tokenstorm.coordinator.live;

import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.wire.Stage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows the phases of a run: the one that is on, and all of them as rows. */
final class CurrentPhases {
  private CurrentPhases() {}

  static CurrentPhase of(
      RunFacts facts, RunFacts.Position at, List<WorkerRow> workers, long nowNanos) {
    List<Phase> phases = facts.plan().phases();
    Phase phase = phases.get(at.phase());
    long issued = workers.stream().mapToLong(WorkerRow::issued).sum();
    long untilNanos = at.stage() == Stage.SETTLED ? at.stageSinceNanos() : nowNanos;
    return new CurrentPhase(
        at.phase(),
        phases.size(),
        phase.name(),
        phase.route(),
        phase.workload(),
        at.epoch(),
        at.stage(),
        LiveAggregator.secondsSince(at.stageSinceNanos(), nowNanos),
        phase.concurrency(),
        inFlight(workers),
        ProgressEstimate.of(
            phase,
            at.stage(),
            LiveAggregator.secondsSince(at.windowOpensNanos(), untilNanos),
            issued));
  }

  /** What a lost worker had in flight nobody knows. */
  private static int inFlight(List<WorkerRow> workers) {
    return workers.stream()
        .filter(w -> w.state() != WorkerRow.State.LOST)
        .mapToInt(WorkerRow::inFlight)
        .sum();
  }

  static List<PhaseRow> rows(RunFacts facts) {
    List<PhaseRow> rows = new ArrayList<>();
    for (int i = 0; i < facts.plan().phases().size(); i++) {
      Phase phase = facts.plan().phases().get(i);
      PhaseRow.Headline headline = facts.settled().get(i);
      rows.add(
          new PhaseRow(
              phase.name(),
              phase.route(),
              phase.workload(),
              phase.concurrency(),
              state(facts, i, headline),
              headline));
    }
    return List.copyOf(rows);
  }

  private static PhaseRow.State state(
      RunFacts facts, int index, PhaseRow.@Nullable Headline headline) {
    RunFacts.Position at = facts.at();
    if (headline != null) {
      return PhaseRow.State.DONE;
    }
    if (facts.state() == RunState.ENDED) {
      return PhaseRow.State.SKIPPED;
    }
    return at != null && at.phase() == index ? PhaseRow.State.RUNNING : PhaseRow.State.PENDING;
  }
}
