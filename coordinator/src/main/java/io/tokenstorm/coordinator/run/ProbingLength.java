package io.tokenstorm.coordinator.run;

import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.coordinator.run.state.Epoch;
import io.tokenstorm.coordinator.run.state.RunContext;
import io.tokenstorm.protocol.plan.Workload;
import org.jspecify.annotations.Nullable;

/** How long are the prompts of the next phase, as the target counts? Asked once a workload. */
final class ProbingLength extends Between {
  /** Dozens of short requests instead of two. */
  private static final int MORE_FOR_EXACT = 5;

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
    int phase = run.phaseIndex();
    Workload workload = run.spec().plan().workloadOf(run.phase());
    if (!run.target().knowsLength(phase) && workload.sendsIds()) {
      run.target().lengthExact(phase); // one id is one token
    }
    if (run.target().knowsLength(phase)) {
      return Arming.begin(run, epoch(), nowNanos);
    }
    String prompts = run.spec().promptsOf(phase);
    if (!asked) {
      asked = true;
      run.out(new RunOutput.ProbeLength(phase, prompts));
    } else if (nowNanos - sinceNanos > patienceNanos(run, workload)) {
      run.target().lengthUnknown(prompts, "no answer in time");
    }
    return this;
  }

  private static long patienceNanos(RunContext run, Workload workload) {
    long probingNanos = run.timings().probing().toNanos();
    return workload.exact() ? MORE_FOR_EXACT * probingNanos : probingNanos;
  }

  @Override
  public String waitingFor(RunContext run, long nowNanos) {
    return "the length of workload '" + run.phase().workload() + "' as the target counts";
  }
}
