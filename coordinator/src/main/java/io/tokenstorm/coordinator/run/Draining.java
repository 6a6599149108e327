package io.tokenstorm.coordinator.run;

import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.run.spec.RunTimings;
import io.tokenstorm.coordinator.run.state.Epoch;
import io.tokenstorm.coordinator.run.state.HandIn;
import io.tokenstorm.coordinator.run.state.Orders;
import io.tokenstorm.coordinator.run.state.Participant;
import io.tokenstorm.coordinator.run.state.RunContext;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.protocol.plan.OnWorkerLoss;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.Stage;
import java.util.List;

/**
 * No slot sends again; what runs is let finish. The requests' own timeouts bound it; what outlives
 * them is cut.
 */
final class Draining implements RunStage {
  private final Epoch epoch;
  private final boolean restart;
  private long cutAtNanos;

  private Draining(Epoch epoch, boolean restart, long cutAtNanos) {
    this.epoch = epoch;
    this.restart = restart;
    this.cutAtNanos = cutAtNanos;
  }

  /** The phase is over. */
  static RunStage ofPhase(RunContext run, Epoch epoch, long nowNanos) {
    return new Draining(epoch, false, cutAt(run, nowNanos));
  }

  /** The phase is armed anew with those that are left. */
  static RunStage forRestart(RunContext run, Epoch epoch, long nowNanos) {
    return new Draining(epoch, true, cutAt(run, nowNanos));
  }

  /**
   * After a loss that ends the run nobody waits long for what runs on: the result is invalid, and
   * its verdict is due.
   */
  private static long cutAt(RunContext run, long nowNanos) {
    RunTimings timings = run.timings();
    boolean lost = run.ending().isEnding() && run.ending().reason().cause() == EndCause.WORKER_LOST;
    return lost
        ? nowNanos + timings.forcedDrain().toNanos()
        : nowNanos + run.phase().timeouts().total().plus(timings.drainMargin()).toNanos();
  }

  @Override
  public RunStage advance(RunContext run, long nowNanos) {
    if (run.ending().isForced()) {
      cutAtNanos = Math.min(cutAtNanos, nowNanos);
    }
    if (!restart) {
      run.sampleHealth(epoch);
    }
    List<Participant> lost = run.newlyLost(epoch, nowNanos);
    if (!lost.isEmpty() && run.spec().plan().onWorkerLoss().policy() == OnWorkerLoss.Policy.FAIL) {
      hurry(run, nowNanos);
    }
    long grace = run.timings().lapseCut().plus(run.timings().drainMargin()).toNanos();
    if (nowNanos - cutAtNanos > grace) {
      running(run).forEach(p -> strand(run, p, nowNanos));
    }
    if (!running(run).isEmpty()) {
      return this;
    }
    return restart && !run.ending().isEnding()
        ? Arming.begin(run, epoch, nowNanos)
        : new HandingIn(epoch, nowNanos);
  }

  /** A worker lost now may leave requests without records: then the verdict is due soon. */
  private void hurry(RunContext run, long nowNanos) {
    if (!restart) {
      cutAtNanos = Math.min(cutAtNanos, nowNanos + run.timings().forcedDrain().toNanos());
    }
  }

  private void strand(RunContext run, Participant part, long nowNanos) {
    run.lose(part, epoch, "did not come to rest although its requests were cut", nowNanos);
    run.ending()
        .worsen(
            new EndReason(
                Verdict.INVALID,
                EndCause.DEADLINE,
                "worker '%s' did not come to rest after phase '%s'"
                    .formatted(part.worker(), run.phase().name())));
  }

  private List<Participant> running(RunContext run) {
    return epoch.members().stream()
        .filter(p -> !p.isLost())
        .filter(p -> run.statusOf(epoch, p).filter(Draining::isDone).isEmpty())
        .toList();
  }

  private static boolean isDone(WorkerStatus status) {
    return status.stage() == Stage.DRAIN && HandIn.atRest(status);
  }

  @Override
  public Orders orders() {
    return Orders.drain(cutAtNanos);
  }

  @Override
  public Epoch epoch() {
    return epoch;
  }

  @Override
  public String waitingFor(RunContext run, long nowNanos) {
    List<String> names = running(run).stream().map(Participant::worker).toList();
    return names.isEmpty() ? "" : String.join(", ", names) + " to finish what runs";
  }
}
