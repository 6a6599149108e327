package io.tokenstorm.coordinator.run;

import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.run.state.Epoch;
import io.tokenstorm.coordinator.run.state.HandIn;
import io.tokenstorm.coordinator.run.state.Orders;
import io.tokenstorm.coordinator.run.state.Participant;
import io.tokenstorm.coordinator.run.state.RunContext;
import io.tokenstorm.coordinator.run.state.WindowPlan;
import io.tokenstorm.coordinator.run.state.WindowPlan.Edge;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Warmup;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The warmup's window is set. With {@code drain} every slot does its share and comes to rest before
 * the measured window is set; without, slots go on sending until that window opens, at least until
 * the duration has passed and each worker has finished its requests per slot on average.
 */
final class Warming implements RunStage {
  private final Epoch epoch;
  private final WindowPlan window;

  private Warming(Epoch epoch, WindowPlan window) {
    this.epoch = epoch;
    this.window = window;
  }

  static RunStage begin(RunContext run, Epoch epoch, long nowNanos) {
    Warmup warmup = run.phase().warmup();
    long opensAt = nowNanos + run.timings().opening().toNanos();
    Edge opens = new Edge(opensAt, run.clocks(epoch, nowNanos));
    boolean timed = warmup.drain() && !warmup.duration().isZero();
    Edge closes = timed ? new Edge(opensAt + warmup.duration().toNanos(), opens.clocks()) : null;
    long requests =
        warmup.drain() ? (long) warmup.requestsPerSlot() * run.phase().concurrency() : 0;
    WindowPlan window = new WindowPlan(opens, closes, requests);
    epoch.warmup(window);
    run.note(new RunEvent.StageOpened(epoch.phase(), epoch.number(), LoadStage.WARMUP, opensAt));
    return new Warming(epoch, window);
  }

  @Override
  public RunStage advance(RunContext run, long nowNanos) {
    if (run.ending().isEnding()) {
      return Draining.ofPhase(run, epoch, nowNanos);
    }
    List<Participant> lost = run.newlyLostOrUnfit(epoch, nowNanos);
    if (!lost.isEmpty()) {
      return restart(run, lost, nowNanos);
    }
    Warmup warmup = run.phase().warmup();
    if (warmup.drain() && waitingFor(run, nowNanos).isEmpty()) {
      return Measuring.begin(run, epoch, nowNanos + run.timings().opening().toNanos(), nowNanos);
    }
    if (!warmup.drain() && isWarm(run, nowNanos)) {
      return Measuring.begin(run, epoch, handOverAt(run, nowNanos), nowNanos);
    }
    return isLate(run.phase(), run.timings().drainMargin(), nowNanos) ? late(run, nowNanos) : this;
  }

  private RunStage restart(RunContext run, List<Participant> lost, long nowNanos) {
    Participant first = lost.get(0);
    run.note(
        new RunEvent.PhaseRestarted(
            epoch.phase(),
            epoch.number(),
            "worker %s was lost in the warmup: %s".formatted(first.worker(), first.lossReason())));
    return Draining.forRestart(run, epoch, nowNanos);
  }

  /** Without drain: whether the measured window may be set. */
  private boolean isWarm(RunContext run, long nowNanos) {
    int perSlot = run.phase().warmup().requestsPerSlot();
    boolean counted =
        epoch.serving().stream()
            .allMatch(
                p ->
                    run.statusOf(epoch, p)
                        .filter(s -> s.warmup().recorded() >= (long) perSlot * p.slots().count())
                        .isPresent());
    return counted && nowNanos + run.timings().opening().toNanos() >= timeLimit(run);
  }

  private long handOverAt(RunContext run, long nowNanos) {
    return Math.max(nowNanos + run.timings().opening().toNanos(), timeLimit(run));
  }

  private long timeLimit(RunContext run) {
    return window.opens().atNanos() + run.phase().warmup().duration().toNanos();
  }

  private boolean isLate(Phase phase, Duration margin, long nowNanos) {
    Duration limit =
        phase
            .warmup()
            .duration()
            .plus(phase.timeouts().total().multipliedBy(phase.warmup().requestsPerSlot() + 1L))
            .plus(margin);
    return nowNanos - epoch.stalledNanos() - window.opens().atNanos() > limit.toNanos();
  }

  private RunStage late(RunContext run, long nowNanos) {
    run.ending()
        .end(
            new EndReason(
                Verdict.INVALID,
                EndCause.DEADLINE,
                "the warmup of phase '%s' did not end in time: waited for %s"
                    .formatted(run.phase().name(), waitingFor(run, nowNanos))));
    return Draining.ofPhase(run, epoch, nowNanos);
  }

  private boolean isDone(Participant part, WorkerStatus status) {
    return status.stage() == Stage.WARMUP
        && status.warmup().slotsDone() >= part.slots().count()
        && HandIn.atRest(status);
  }

  @Override
  public Orders orders() {
    return new Orders(Stage.WARMUP, window, null, Long.MAX_VALUE);
  }

  @Override
  public Epoch epoch() {
    return epoch;
  }

  @Override
  public String waitingFor(RunContext run, long nowNanos) {
    List<String> names = new ArrayList<>();
    for (Participant part : epoch.serving()) {
      Predicate<WorkerStatus> done = status -> isDone(part, status);
      if (run.statusOf(epoch, part).filter(done).isEmpty()) {
        names.add(part.worker());
      }
    }
    return names.isEmpty() ? "" : String.join(", ", names) + " to finish the warmup";
  }
}
