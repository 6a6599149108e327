package io.tokenstorm.coordinator.run;

import io.tokenstorm.coordinator.clock.ClockEstimate;
import io.tokenstorm.coordinator.fleet.FleetMember;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.coordinator.run.state.Epoch;
import io.tokenstorm.coordinator.run.state.Orders;
import io.tokenstorm.coordinator.run.state.Participant;
import io.tokenstorm.coordinator.run.state.RunContext;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.Stage;
import io.tokenstorm.protocol.wire.WorkerProtocol.PlanAssignment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The membership is frozen: every member makes ready. Nothing may be sent, and nothing opens as
 * long as a request of a lost worker may still run.
 */
final class Arming implements RunStage {
  private static final Duration TROUBLE_LASTS = Duration.ofSeconds(1);

  private final Epoch epoch;
  private final long sinceNanos;
  private final Map<String, Long> troubledSince = new HashMap<>();
  private long clearSinceNanos;
  private boolean clear;

  private Arming(Epoch epoch, long nowNanos) {
    this.epoch = epoch;
    this.sinceNanos = nowNanos;
    this.clearSinceNanos = nowNanos;
  }

  /** Arms the current phase with all workers there are; waits for one if there is none. */
  static RunStage begin(RunContext run, @Nullable Epoch last, long nowNanos) {
    List<FleetMember> members = run.fleet().usable(nowNanos);
    return members.isEmpty()
        ? new AwaitingWorkers(last, 1, nowNanos)
        : new Arming(run.newEpoch(members), nowNanos);
  }

  @Override
  public RunStage advance(RunContext run, long nowNanos) {
    boolean lost = !run.newlyLost(epoch, nowNanos).isEmpty();
    if (!run.ending().isEnding() && (lost || isOutranked(run))) {
      return begin(run, epoch, nowNanos);
    }
    epoch.members().forEach(p -> equip(run, p, nowNanos));
    checkQuarantine(run, nowNanos);
    checkDeadline(run, nowNanos);
    if (run.ending().isEnding()) {
      return new HandingIn(epoch, nowNanos);
    }
    Map<String, ClockEstimate> clocks = run.clocks(epoch, nowNanos);
    boolean ready =
        clear
            && missing(run).isEmpty()
            && epoch.members().stream().allMatch(p -> p.isLost() || clocks.containsKey(p.worker()));
    return ready ? armed(run, clocks, nowNanos) : this;
  }

  /** Whether a worker remembers a later epoch, of an earlier coordinator: it would not obey. */
  private boolean isOutranked(RunContext run) {
    return run.highestEpoch() > epoch.number()
        || epoch.members().stream().anyMatch(p -> hasForeignOrders(run, p));
  }

  private boolean hasForeignOrders(RunContext run, Participant part) {
    FleetMember member = run.fleet().find(part.worker()).orElseThrow();
    WorkerStatus status = member.status();
    return status != null
        && status.epoch() == epoch.number()
        && status.directiveSequence() > member.lastDirective();
  }

  private void equip(RunContext run, Participant part, long nowNanos) {
    Optional<WorkerStatus> status = run.statusOf(epoch, part);
    if (status.isEmpty()) {
      return;
    }
    if (!status.get().problem().isEmpty()) {
      // one that is just leaving says so first: then it is gone by the next look
      long since = troubledSince.computeIfAbsent(part.worker(), w -> nowNanos);
      if (nowNanos - since > TROUBLE_LASTS.toNanos()) {
        unfit(run, part, status.get().problem());
      }
    } else if (!status.get().planKnown() && run.planDue(part.worker(), nowNanos)) {
      run.out(
          new RunOutput.Send(
              part.worker(),
              new PlanAssignment(
                  run.spec().run(),
                  run.spec().planHash(),
                  run.spec().salt(),
                  run.spec().planJson())));
    }
  }

  /** A smaller load is another load: whoever cannot take part ends the run. */
  private static void unfit(RunContext run, Participant part, String problem) {
    run.ending()
        .end(
            new EndReason(
                Verdict.INVALID,
                EndCause.WORKER_UNFIT,
                "worker '%s' cannot take part in phase '%s': %s"
                    .formatted(part.worker(), run.phase().name(), problem)));
  }

  private void checkQuarantine(RunContext run, long nowNanos) {
    boolean now = run.quarantine().isClear(nowNanos) && run.accounts().inheritedNames().isEmpty();
    clearSinceNanos = now && clear ? clearSinceNanos : nowNanos;
    clear = now;
    String overdue = run.quarantine().overdue(nowNanos);
    if (!overdue.isEmpty()) {
      run.ending()
          .end(
              new EndReason(
                  Verdict.INVALID,
                  EndCause.WORKER_LOST,
                  "requests of lost worker %s may still run after %d s (on_worker_loss.wait), so its slots cannot be taken over in phase '%s': they may run for another %d s, as timeout.total allows; lower that, or raise on_worker_loss.wait"
                      .formatted(
                          overdue,
                          run.spec().plan().onWorkerLoss().maxWait().toSeconds(),
                          run.phase().name(),
                          run.quarantine().rest(nowNanos).toSeconds())));
    }
  }

  private void checkDeadline(RunContext run, long nowNanos) {
    long since = Math.max(sinceNanos, clearSinceNanos);
    long waited = nowNanos - epoch.stalledNanos() - since;
    if (clear && waited > run.timings().arming().toNanos()) {
      run.ending()
          .end(
              new EndReason(
                  Verdict.INVALID,
                  EndCause.DEADLINE,
                  "phase '%s' was not ready to start after %d s: waited for %s"
                      .formatted(
                          run.phase().name(),
                          run.timings().arming().toSeconds(),
                          waitingFor(run, nowNanos))));
    }
  }

  private RunStage armed(RunContext run, Map<String, ClockEstimate> clocks, long nowNanos) {
    List<RunEvent.ClockBound> bounds = new ArrayList<>();
    clocks.forEach(
        (worker, clock) ->
            bounds.add(new RunEvent.ClockBound(worker, -clock.offsetNanos(), clock.errorNanos())));
    run.note(
        new RunEvent.PhaseArmed(
            run.phaseIndex(),
            run.phase().name(),
            epoch.number(),
            run.phase().concurrency(),
            epoch.shares(),
            bounds,
            epoch.lengthFactor()));
    return run.phase().warmup().none()
        ? Measuring.begin(run, epoch, nowNanos + run.timings().opening().toNanos(), nowNanos)
        : Warming.begin(run, epoch, nowNanos);
  }

  /** Members that are not ready, and what they lack. */
  private List<String> missing(RunContext run) {
    List<String> missing = new ArrayList<>();
    for (Participant part : epoch.members()) {
      String lacks = part.isLost() ? "" : lacks(run.statusOf(epoch, part));
      if (!lacks.isEmpty()) {
        missing.add(part.worker() + " (" + lacks + ")");
      }
    }
    return missing;
  }

  private static String lacks(Optional<WorkerStatus> status) {
    if (status.isEmpty() || status.get().stage() != Stage.ARMED) {
      return "has not answered";
    }
    if (!status.get().planKnown()) {
      return "does not hold the plan";
    }
    if (status.get().inFlight() > 0) {
      return status.get().inFlight() + " requests still run";
    }
    if (!status.get().problem().isEmpty()) {
      return status.get().problem();
    }
    return status.get().prepared() ? "" : "makes prompts and connections ready";
  }

  @Override
  public Orders orders() {
    return Orders.ARMED;
  }

  @Override
  public Epoch epoch() {
    return epoch;
  }

  @Override
  public String waitingFor(RunContext run, long nowNanos) {
    List<String> missing = new ArrayList<>(missing(run));
    if (!clear) {
      missing.add("requests of " + run.quarantine().names(nowNanos) + " to end");
    }
    String before = run.accounts().inheritedNames();
    if (!before.isEmpty()) {
      missing.add("records of before from " + before);
    }
    return String.join(", ", missing);
  }
}
