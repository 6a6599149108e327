package io.tokenstorm.coordinator.run;

import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.run.state.Epoch;
import io.tokenstorm.coordinator.run.state.Orders;
import io.tokenstorm.coordinator.run.state.Participant;
import io.tokenstorm.coordinator.run.state.RunContext;
import io.tokenstorm.coordinator.run.state.WindowPlan;
import io.tokenstorm.coordinator.run.state.WindowPlan.Edge;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.OnWorkerLoss;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.PhaseEvent;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.wire.Stage;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The measured window is set: it opens at one instant for the whole cluster and closes by time, by
 * count, or whichever comes last. A worker lost from here on is never replaced.
 */
final class Measuring implements RunStage {
  /** So often a phase is measured anew; a machine that stops once more is no machine for it. */
  private static final int MOST_REPEATS = 2;

  private final Epoch epoch;
  private final WindowPlan window;
  private final Set<Integer> fired = new HashSet<>();

  private Measuring(Epoch epoch, WindowPlan window) {
    this.epoch = epoch;
    this.window = window;
  }

  /** Sets the window; a warmup that still runs is handed over at its opening. */
  static RunStage begin(RunContext run, Epoch epoch, long opensAtNanos, long nowNanos) {
    Measure measure = run.phase().measure();
    Edge opens = new Edge(opensAtNanos, run.clocks(epoch, nowNanos));
    boolean timed = !measure.atLeast().isZero();
    Edge closes =
        timed ? new Edge(opensAtNanos + measure.atLeast().toNanos(), opens.clocks()) : null;
    WindowPlan window = new WindowPlan(opens, closes, measure.requests());
    WindowPlan warmup = epoch.warmup();
    if (warmup != null && !run.phase().warmup().drain()) {
      epoch.warmup(warmup.closing(opens));
    }
    epoch.measure(window);
    run.note(
        new RunEvent.StageOpened(epoch.phase(), epoch.number(), LoadStage.MEASURE, opensAtNanos));
    run.note(new RunEvent.EdgesSet(epoch.phase(), epoch.number(), opens.bounds(nowNanos)));
    return new Measuring(epoch, window);
  }

  @Override
  public RunStage advance(RunContext run, long nowNanos) {
    List<Participant> lost = run.newlyLostOrUnfit(epoch, nowNanos);
    if (!lost.isEmpty()) {
      return lost(run, lost, nowNanos);
    }
    if (run.ending().isEnding()) {
      return close(run, nowNanos, nowNanos, run.ending().reason().text());
    }
    if (nowNanos >= window.opens().atNanos()) {
      fireEvents(run, nowNanos);
      run.sampleHealth(epoch);
    }
    Duration gap = gap(run, nowNanos);
    if (!gap.isZero()) {
      return again(run, gap, nowNanos);
    }
    if (isDone(run, nowNanos)) {
      long closedAt = window.requests() == 0 ? window.closesAtNanos() : nowNanos;
      return close(run, closedAt, nowNanos, "done");
    }
    return isLate(run, nowNanos) ? late(run, nowNanos) : this;
  }

  /** A window by count alone may have been over before. */
  private Duration gap(RunContext run, long nowNanos) {
    boolean over = window.closes() == null && isDone(run, nowNanos);
    return over ? Duration.ZERO : epoch.gap(run.timings().lease());
  }

  /**
   * The coordinator stood still for so long that the workers' leave to send lapsed: the window has
   * a hole, by nobody's fault among them. It is measured anew, as after a restart of the
   * coordinator; but not again and again.
   */
  private RunStage again(RunContext run, Duration gap, long nowNanos) {
    String text =
        "the coordinator stood still for %.1f s in the measured window of phase '%s'"
            .formatted(gap.toNanos() / 1e9, run.phase().name());
    long before = run.accounts().epochs().stream().filter(Epoch::isClosed).count();
    if (before >= MOST_REPEATS) {
      run.ending()
          .end(
              new EndReason(
                  Verdict.INVALID,
                  EndCause.DEADLINE,
                  "%s, after it had done so %d times before".formatted(text, before)));
      return close(run, nowNanos, nowNanos, text);
    }
    epoch.closedAt(nowNanos);
    run.note(new RunEvent.WindowClosed(epoch.phase(), epoch.number(), nowNanos, text));
    run.note(new RunEvent.PhaseRestarted(epoch.phase(), epoch.number(), text));
    return Draining.forRestart(run, epoch, nowNanos);
  }

  private boolean isDone(RunContext run, long nowNanos) {
    return window.requests() == 0
        ? nowNanos >= window.closesAtNanos() + window.opens().errorNanos()
        : nowNanos >= window.opens().atNanos() && unfinished(run).isEmpty();
  }

  private List<String> unfinished(RunContext run) {
    return epoch.serving().stream()
        .filter(
            p ->
                run.statusOf(epoch, p)
                    .filter(s -> s.stage() == Stage.MEASURE)
                    .filter(s -> s.measure().slotsDone() >= p.slots().count())
                    .isEmpty())
        .map(Participant::worker)
        .toList();
  }

  private void fireEvents(RunContext run, long nowNanos) {
    List<PhaseEvent> events = run.phase().events();
    for (int i = 0; i < events.size(); i++) {
      long at = window.opens().atNanos() + events.get(i).at().toNanos();
      if (nowNanos >= at && fired.add(i)) {
        run.fire(i, at);
      }
    }
  }

  private RunStage lost(RunContext run, List<Participant> lost, long nowNanos) {
    Participant first = lost.get(0);
    String text =
        "worker '%s' was lost in the measured window of phase '%s': %s"
            .formatted(first.worker(), run.phase().name(), first.lossReason());
    boolean fail = run.spec().plan().onWorkerLoss().policy() == OnWorkerLoss.Policy.FAIL;
    if (fail) {
      run.ending().end(new EndReason(Verdict.INVALID, EndCause.WORKER_LOST, text));
    } else {
      run.ending().worsen(new EndReason(Verdict.DEGRADED, EndCause.WORKER_LOST, text));
    }
    return close(run, nowNanos, nowNanos, text);
  }

  private RunStage close(RunContext run, long closedAtNanos, long nowNanos, String reason) {
    epoch.closedAt(closedAtNanos);
    run.note(new RunEvent.WindowClosed(epoch.phase(), epoch.number(), closedAtNanos, reason));
    List<PhaseEvent> events = run.phase().events();
    for (int i = 0; i < events.size(); i++) {
      if (!fired.contains(i)) {
        run.note(
            new RunEvent.Finding(
                "The event %s %s of phase '%s' was not carried out: the window had closed before."
                    .formatted(events.get(i).method(), events.get(i).url(), run.phase().name())));
      }
    }
    return Draining.ofPhase(run, epoch, nowNanos);
  }

  private boolean isLate(RunContext run, long nowNanos) {
    Phase phase = run.phase();
    long perSlot = (phase.measure().requests() + phase.concurrency() - 1) / phase.concurrency();
    long limit =
        phase
            .measure()
            .atLeast()
            .plus(phase.timeouts().total().multipliedBy(perSlot + 1))
            .plus(run.timings().drainMargin())
            .toNanos();
    return nowNanos - epoch.stalledNanos() - window.opens().atNanos() > limit;
  }

  private RunStage late(RunContext run, long nowNanos) {
    String text =
        "the measured window of phase '%s' did not end in time: waited for %s"
            .formatted(run.phase().name(), waitingFor(run, nowNanos));
    run.ending().end(new EndReason(Verdict.INVALID, EndCause.DEADLINE, text));
    return close(run, nowNanos, nowNanos, text);
  }

  @Override
  public Orders orders() {
    @Nullable WindowPlan warmup = epoch.warmup();
    boolean handedOver = warmup != null && window.opens().equals(warmup.closes());
    return new Orders(Stage.MEASURE, handedOver ? warmup : null, window, Long.MAX_VALUE);
  }

  @Override
  public Epoch epoch() {
    return epoch;
  }

  @Override
  public String waitingFor(RunContext run, long nowNanos) {
    return window.requests() == 0 ? "" : String.join(", ", unfinished(run));
  }
}
