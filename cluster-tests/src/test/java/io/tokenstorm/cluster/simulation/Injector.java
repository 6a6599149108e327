package io.tokenstorm.cluster.simulation;

import io.tokenstorm.cluster.simulation.history.Witness;
import io.tokenstorm.cluster.simulation.node.VirtualCluster;
import io.tokenstorm.cluster.simulation.node.VirtualCoordinator;
import io.tokenstorm.cluster.simulation.node.VirtualWorker;
import io.tokenstorm.cluster.simulation.scenario.Fault;
import io.tokenstorm.cluster.simulation.scenario.FaultKind;
import io.tokenstorm.cluster.simulation.scenario.Milestone;
import io.tokenstorm.cluster.simulation.scenario.Scenario;
import io.tokenstorm.cluster.simulation.world.Link;
import io.tokenstorm.cluster.simulation.world.LinkQuality;
import io.tokenstorm.cluster.simulation.world.Timeline;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.record.LoadStage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Makes go wrong what a scenario holds, when the run reaches the milestone that triggers it. */
final class Injector implements Witness {
  private static final String COORDINATOR = "coordinator";

  private final Scenario scenario;
  private final Timeline timeline;
  private final Witness witness;
  private final List<Fault> waiting;
  private final Set<FaultKind> injected = EnumSet.noneOf(FaultKind.class);
  private VirtualCluster cluster;
  private boolean over;

  Injector(Scenario scenario, Timeline timeline, Witness witness) {
    this.scenario = scenario;
    this.timeline = timeline;
    this.witness = witness;
    this.waiting = new ArrayList<>(scenario.faults());
  }

  /** The kinds that really happened. */
  Set<FaultKind> injected() {
    return injected;
  }

  void begin(VirtualCluster begun) {
    cluster = begun;
    links(links -> links.quality(scenario.links()));
    reached(Milestone.START, -1);
  }

  @Override
  public void noted(String run, RunEvent event) {
    if (event instanceof RunEvent.PhaseArmed armed) {
      reached(Milestone.ARMED, armed.phase());
    } else if (event instanceof RunEvent.StageOpened opened) {
      boolean warmup = opened.stage() == LoadStage.WARMUP;
      reached(warmup ? Milestone.WARMUP : Milestone.MEASURE, opened.phase());
    } else if (event instanceof RunEvent.WindowClosed closed) {
      reached(Milestone.CLOSED, closed.phase());
    } else if (event instanceof RunEvent.PhaseSettled settled) {
      reached(Milestone.SETTLED, settled.phase());
    } else if (event instanceof RunEvent.RunEnded) {
      over = true;
    }
  }

  private void reached(Milestone milestone, int phase) {
    for (Fault fault : List.copyOf(waiting)) {
      boolean any = milestone == Milestone.START || fault.phase() == phase;
      if (fault.when() == milestone && any) {
        waiting.remove(fault);
        timeline.after(fault.delay(), () -> strike(fault));
      }
    }
  }

  private void strike(Fault fault) {
    if (over) {
      return;
    }
    VirtualWorker worker = cluster.workers().get(fault.worker());
    switch (fault.kind()) {
      case LOSS -> worsen(fault, q -> q.losing(fault.strength() * 0.3), q -> q.losing(0));
      case REPEAT -> worsen(fault, q -> q.repeating(fault.strength() * 0.5), q -> q.repeating(0));
      case DELAY -> worsen(fault, q -> slow(q, fault.strength()), q -> usual(q));
      case STRAGGLERS ->
          worsen(fault, q -> q.straggling(0.1, 4_000_000_000L), q -> q.straggling(0, 0));
      case CUT_BOTH_WAYS -> cut(fault, List.of(worker.wire().up(), worker.wire().down()));
      case CUT_TO_WORKER -> cut(fault, List.of(worker.wire().down()));
      case CUT_TO_COORDINATOR -> cut(fault, List.of(worker.wire().up()));
      case ISOLATE_COORDINATOR -> isolate(fault);
      case STOP_WORKER -> stop(fault, worker);
      case KILL_WORKER, KILL_MACHINE -> kill(fault, worker);
      case RESTART_SYSTEM -> restart(fault, worker);
      case STOP_COORDINATOR -> stopCoordinator(fault);
      case KILL_COORDINATOR -> killCoordinator(fault);
      case FILL_SPOOL -> once(fault, worker.isAlive(), worker::fillDisk);
      case FILL_RESULTS -> once(fault, true, cluster.coordinator()::fillDisk);
      case LATE_JOINER -> once(fault, true, () -> {});
      case CANCEL -> once(fault, true, () -> cluster.coordinator().cancel(false));
      case CANCEL_FORCED -> once(fault, true, () -> cluster.coordinator().cancel(true));
    }
  }

  private void during(Fault fault, String who, Runnable begin, Runnable end) {
    injected.add(fault.kind());
    witness.faulted(fault.kind().name(), who);
    begin.run();
    timeline.after(
        fault.lasting(),
        () -> {
          witness.healed(fault.kind().name(), who);
          end.run();
        });
  }

  private void once(Fault fault, boolean possible, Runnable action) {
    if (possible) {
      injected.add(fault.kind());
      witness.faulted(fault.kind().name(), nameOf(fault));
      action.run();
    }
  }

  private String nameOf(Fault fault) {
    return cluster.workers().get(fault.worker()).traits().worker();
  }

  private void links(Consumer<Link> action) {
    for (VirtualWorker worker : cluster.workers()) {
      action.accept(worker.wire().up());
      action.accept(worker.wire().down());
    }
  }

  private void worsen(
      Fault fault, UnaryOperator<LinkQuality> worse, UnaryOperator<LinkQuality> better) {
    during(
        fault,
        "",
        () -> links(link -> link.quality(worse.apply(link.quality()))),
        () -> links(link -> link.quality(better.apply(link.quality()))));
  }

  private static LinkQuality slow(LinkQuality quality, double strength) {
    long most = (long) (strength * 200_000_000L);
    return quality.delaying(most / 2, most);
  }

  private LinkQuality usual(LinkQuality quality) {
    return quality.delaying(scenario.links().leastDelayNanos(), scenario.links().jitterNanos());
  }

  private void cut(Fault fault, List<Link> links) {
    during(fault, nameOf(fault), () -> links.forEach(Link::cut), () -> links.forEach(Link::mend));
  }

  private void isolate(Fault fault) {
    during(fault, COORDINATOR, () -> links(Link::cut), () -> links(Link::mend));
  }

  private void stop(Fault fault, VirtualWorker worker) {
    if (worker.isAlive()) {
      int life = worker.life();
      during(
          fault,
          nameOf(fault),
          worker::stop,
          () -> {
            if (worker.life() == life) {
              worker.resume();
            }
          });
    }
  }

  private void kill(Fault fault, VirtualWorker worker) {
    if (worker.isAlive()) {
      during(fault, nameOf(fault), () -> kill(fault.kind(), worker), worker::start);
    }
  }

  private static void kill(FaultKind kind, VirtualWorker worker) {
    worker.kill();
    if (kind == FaultKind.KILL_MACHINE) {
      worker.loseDisk();
    }
  }

  private void restart(Fault fault, VirtualWorker worker) {
    once(fault, worker.isAlive(), () -> worker.after(Duration.ZERO, worker::restartSystem));
  }

  private void stopCoordinator(Fault fault) {
    VirtualCoordinator coordinator = cluster.coordinator();
    if (coordinator.isAlive()) {
      during(fault, COORDINATOR, coordinator::stop, coordinator::resume);
    }
  }

  private void killCoordinator(Fault fault) {
    VirtualCoordinator coordinator = cluster.coordinator();
    if (coordinator.isAlive()) {
      during(fault, COORDINATOR, coordinator::kill, coordinator::start);
    }
  }
}
