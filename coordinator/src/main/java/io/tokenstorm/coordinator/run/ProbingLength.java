package io.tokenstorm.coordinator.run;

import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.coordinator.run.state.Epoch;
import io.tokenstorm.coordinator.run.state.RunContext;
import org.jspecify.annotations.Nullable;

/** How long are the prompts of the next phase, as the target counts? Asked once a workload. */
final class ProbingLength extends Between {
  private final long sinceNanos;
  private boolean asked;

  ProbingLength(@Nullable Epoch last, long nowNanos) {
    super(last);
    this.sinceNanos = nowNanos;
  }

  @Override
  public RunStage advance(RunContext run, long nowNanos) {
    if (run.ending().isEnding()) {
      return new HandingIn(null, nowNanos);
    }
    String workload = run.phase().workload();
    if (run.lengthFactor(workload) != null) {
      return Arming.begin(run, epoch(), nowNanos);
    }
    if (run.spec().plan().workloadOf(run.phase()).tokenIds() != null) {
      run.lengthExact(workload); // one id is one token
      return Arming.begin(run, epoch(), nowNanos);
    }
    if (!asked) {
      asked = true;
      run.out(new RunOutput.ProbeLength(run.phaseIndex(), workload));
    } else if (nowNanos - sinceNanos > run.timings().probing().toNanos()) {
      run.lengthUnknown(workload, "no answer in time");
    }
    return this;
  }

  @Override
  public String waitingFor(RunContext run, long nowNanos) {
    return "the length of workload '" + run.phase().workload() + "' as the target counts";
  }
}
