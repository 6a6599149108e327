package io.tokenstorm.coordinator.run;

import io.tokenstorm.coordinator.fleet.FleetMember;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.run.state.Epoch;
import io.tokenstorm.coordinator.run.state.RunContext;
import io.tokenstorm.coordinator.service.EndCause;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Enough workers must be there, their clocks known. */
final class AwaitingWorkers extends Between {
  private final int needed;
  private final long sinceNanos;

  AwaitingWorkers(@Nullable Epoch last, int needed, long nowNanos) {
    super(last);
    this.needed = needed;
    this.sinceNanos = nowNanos;
  }

  @Override
  public RunStage advance(RunContext run, long nowNanos) {
    boolean enough = run.fleet().usable(nowNanos).size() >= needed;
    boolean late = nowNanos - sinceNanos > run.timings().workers().toNanos();
    if (!enough && late) {
      run.ending()
          .end(
              new EndReason(
                  Verdict.INVALID,
                  EndCause.NO_WORKERS,
                  "waited %d s for %s: start more with 'tokenstorm worker --join HOST:PORT'"
                      .formatted(run.timings().workers().toSeconds(), waitingFor(run, nowNanos))));
    }
    if (run.ending().isEnding()) {
      return new HandingIn(null, nowNanos);
    }
    return enough ? new ProbingLength(epoch(), nowNanos) : this;
  }

  @Override
  public String waitingFor(RunContext run, long nowNanos) {
    List<String> there = run.fleet().usable(nowNanos).stream().map(FleetMember::worker).toList();
    return "%s (there: %s)"
        .formatted(
            needed == 1 ? "a worker" : needed + " workers",
            there.isEmpty() ? "none" : String.join(", ", there));
  }
}
