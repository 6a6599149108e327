package io.tokenstorm.coordinator.actor;

import io.tokenstorm.coordinator.clock.ClockEstimate;
import io.tokenstorm.coordinator.fleet.Fleet;
import io.tokenstorm.coordinator.fleet.FleetMember;
import io.tokenstorm.coordinator.queue.RunBook;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.coordinator.run.RunView;
import io.tokenstorm.coordinator.run.state.Epoch;
import io.tokenstorm.coordinator.run.state.Participant;
import io.tokenstorm.coordinator.run.state.WindowPlan;
import io.tokenstorm.coordinator.service.LivePhase;
import io.tokenstorm.coordinator.service.LiveRun;
import io.tokenstorm.coordinator.service.LiveRun.SettledPhase;
import io.tokenstorm.coordinator.service.LiveSnapshot;
import io.tokenstorm.coordinator.service.LiveWindow;
import io.tokenstorm.coordinator.service.LiveWorker;
import io.tokenstorm.coordinator.service.RunState;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.telemetry.LoadTotals;
import io.tokenstorm.protocol.telemetry.MergedWindow;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.LiveSketch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Publishes snapshots of what the coordinator's actor knows. Read from any thread. */
final class LiveBoard {
  private final LoadTotals totals = new LoadTotals();
  private volatile LiveSnapshot latest = new LiveSnapshot(0, List.of(), null, List.of());

  /** Adds a sketch of the current run to what is told to Prometheus. */
  void count(LiveSketch sketch) {
    totals.observe(List.of(sketch));
  }

  Map<LoadStage, MergedWindow> totals() {
    return totals.totals();
  }

  LiveSnapshot latest() {
    return latest;
  }

  /** Publishes what is the case now. */
  void publish(Fleet fleet, RunBook book, @Nullable ActiveRun active, long nowNanos) {
    Epoch epoch = active == null ? null : active.machine().view(nowNanos).epoch();
    List<LiveWorker> workers =
        fleet.all().stream().map(m -> worker(fleet, m, epoch, nowNanos)).toList();
    LiveRun run = active == null ? null : run(book, active, fleet, nowNanos);
    latest = new LiveSnapshot(nowNanos, workers, run, book.summaries());
  }

  private static LiveWorker worker(
      Fleet fleet, FleetMember member, @Nullable Epoch epoch, long nowNanos) {
    Optional<Participant> part =
        epoch == null
            ? Optional.empty()
            : epoch.members().stream()
                .filter(p -> p.hello().processKey().equals(member.hello().processKey()))
                .filter(p -> p.hello().incarnation() == member.incarnation())
                .findFirst();
    String gone =
        fleet.goneReason(
            member.worker(), member.hello().processKey(), member.incarnation(), nowNanos);
    String lost = part.map(Participant::lossReason).orElse("");
    String note = gone.isEmpty() ? lost : gone;
    LiveWorker.State state =
        !note.isEmpty()
            ? LiveWorker.State.LOST
            : part.isPresent() ? LiveWorker.State.SERVING : LiveWorker.State.WAITING;
    return new LiveWorker(
        member.worker(),
        state,
        note,
        member.hello().host(),
        member.hello().pid(),
        member.hello().cores(),
        member.hello().weight(),
        part.map(p -> p.slots().first()).orElse(0),
        part.map(p -> p.slots().count()).orElse(0),
        member.clock(nowNanos).map(ClockEstimate::errorNanos).orElse(-1L),
        member.heardAtNanos(),
        member.status());
  }

  private static LiveRun run(RunBook book, ActiveRun active, Fleet fleet, long nowNanos) {
    boolean running = active.entry().state() == RunState.RUNNING;
    LivePhase phase = phase(active, fleet, nowNanos);
    return new LiveRun(
        book.summaryOf(active.entry()),
        active.spec().plan(),
        active.startedAtNanos(),
        active.firstWindowNanos(),
        running ? phase : null,
        settled(active.events()),
        List.copyOf(active.events()),
        active.readings());
  }

  private static @Nullable LivePhase phase(ActiveRun active, Fleet fleet, long nowNanos) {
    RunView view = active.machine().view(nowNanos);
    Epoch epoch = view.epoch();
    if (epoch == null) {
      return null;
    }
    return new LivePhase(
        view.phase(),
        epoch.number(),
        view.stage(),
        view.stageSinceNanos(),
        view.waitingFor(),
        active.spec().phase(view.phase()).concurrency(),
        inFlight(epoch, fleet),
        window(epoch.warmup(), closeOfWarmup(epoch)),
        window(epoch.measure(), epoch.closedAtNanos()),
        active.sketches());
  }

  private static int inFlight(Epoch epoch, Fleet fleet) {
    int sum = 0;
    for (Participant part : epoch.members()) {
      WorkerStatus status = fleet.find(part.worker()).map(FleetMember::status).orElse(null);
      sum += status == null || part.isLost() ? 0 : status.inFlight();
    }
    return sum;
  }

  private static long closeOfWarmup(Epoch epoch) {
    WindowPlan measure = epoch.measure();
    return measure == null ? Long.MAX_VALUE : measure.opens().atNanos();
  }

  private static LiveWindow window(@Nullable WindowPlan plan, long closedAtNanos) {
    return plan == null
        ? LiveWindow.NONE
        : new LiveWindow(
            plan.opens().atNanos(), plan.closesAtNanos(), plan.requests(), closedAtNanos);
  }

  /** Of each phase what was stated of it last. */
  private static List<SettledPhase> settled(List<StampedEvent> events) {
    Map<Integer, SettledPhase> phases = new LinkedHashMap<>();
    for (StampedEvent event : events) {
      if (event.event() instanceof RunEvent.PhaseSettled settled) {
        List<RunEvent.Tally> tallies =
            settled.tallies().stream().filter(t -> t.stage() == LoadStage.MEASURE).toList();
        phases.put(
            settled.phase(),
            new SettledPhase(
                settled.phase(),
                tallies.stream().mapToLong(RunEvent.Tally::success).sum(),
                tallies.stream().mapToLong(RunEvent.Tally::errors).sum(),
                tallies.stream().mapToLong(RunEvent.Tally::cut).sum(),
                tallies.stream().mapToLong(RunEvent.Tally::lostAtLeast).sum()));
      }
    }
    return List.copyOf(phases.values());
  }
}
