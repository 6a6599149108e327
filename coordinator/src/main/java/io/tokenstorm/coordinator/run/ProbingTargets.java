package io.tokenstorm.coordinator.run;

import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.coordinator.run.state.RunContext;
import io.tokenstorm.coordinator.service.EndCause;
import java.util.List;

/** Before anything else: do the targets of the plan answer at all? */
final class ProbingTargets extends Between {
  private final long sinceNanos;
  private boolean asked;

  ProbingTargets(long nowNanos) {
    super(null);
    this.sinceNanos = nowNanos;
  }

  @Override
  public RunStage advance(RunContext run, long nowNanos) {
    if (!asked) {
      asked = true;
      run.out(new RunOutput.ProbeTargets());
    }
    List<String> unreachable = run.target().unreachable();
    boolean late = nowNanos - sinceNanos > run.timings().probing().toNanos();
    if (unreachable == null && late) {
      unreachable = List.of("the probe of the targets did not end in time");
    }
    if (unreachable != null && !unreachable.isEmpty()) {
      run.ending()
          .end(
              new EndReason(
                  Verdict.INVALID, EndCause.TARGET_UNREACHABLE, String.join("; ", unreachable)));
    }
    if (run.ending().isEnding()) {
      return new HandingIn(null, nowNanos);
    }
    return unreachable == null
        ? this
        : new AwaitingWorkers(null, run.spec().minWorkers(), nowNanos);
  }

  @Override
  public String waitingFor(RunContext run, long nowNanos) {
    return "the targets' answers";
  }
}
