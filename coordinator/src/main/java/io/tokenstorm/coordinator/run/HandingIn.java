package io.tokenstorm.coordinator.run;

import io.tokenstorm.coordinator.run.state.Epoch;
import io.tokenstorm.coordinator.run.state.Orders;
import io.tokenstorm.coordinator.run.state.RunContext;
import org.jspecify.annotations.Nullable;

/** Every record of the phase is brought in, or counted as lost; then the phase is settled. */
final class HandingIn implements RunStage {
  private final @Nullable Epoch epoch;
  private final long sinceNanos;

  /**
   * @param epoch of the phase; null if it was never armed
   */
  HandingIn(@Nullable Epoch epoch, long nowNanos) {
    this.epoch = epoch;
    this.sinceNanos = nowNanos;
  }

  @Override
  public RunStage advance(RunContext run, long nowNanos) {
    if (epoch != null) {
      run.newlyLost(epoch, nowNanos);
    }
    run.accounts().closeUnsent();
    if (nowNanos - sinceNanos > run.timings().handInSilence().toNanos()) {
      run.accounts().loseUncounted(nowNanos);
    }
    boolean graceOver = nowNanos - sinceNanos > run.timings().salvage().toNanos();
    if (run.storageFailed() || (run.ending().isForced() && graceOver)) {
      run.accounts().giveUpAll();
    }
    boolean callsOver =
        !run.eventUnderWay() || nowNanos - sinceNanos > run.timings().probing().toNanos();
    if (!run.accounts().allClosed() || !callsOver || isStoring(run, nowNanos)) {
      return this;
    }
    Epoch opened = epoch != null && epoch.opened() ? epoch : null;
    Settlement.giveUpOthers(run, opened);
    if (opened != null) {
      Settlement.settle(run, opened);
    }
    if (run.ending().isEnding() || run.isLastPhase()) {
      return new Over();
    }
    run.nextPhase();
    return run.fleet().usable(nowNanos).isEmpty()
        ? new AwaitingWorkers(epoch, 1, nowNanos)
        : new ProbingLength(epoch, nowNanos);
  }

  /** What was accepted must be in the log before anything is stated of it. */
  private boolean isStoring(RunContext run, long nowNanos) {
    long limit = run.timings().handInSilence().toNanos();
    return run.isStoring() && !run.storageFailed() && nowNanos - sinceNanos <= limit;
  }

  @Override
  public Orders orders() {
    return epoch == null ? Orders.IDLE : Orders.SETTLED;
  }

  @Override
  public @Nullable Epoch epoch() {
    return epoch;
  }

  @Override
  public String waitingFor(RunContext run, long nowNanos) {
    String names = run.accounts().openNames();
    return names.isEmpty() ? "" : "records of " + names;
  }
}
