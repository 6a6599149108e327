package io.tokenstorm.cluster.simulation.node;

import io.tokenstorm.cluster.simulation.history.Holder;
import io.tokenstorm.cluster.simulation.setting.Setting;
import io.tokenstorm.cluster.simulation.world.VirtualProcess;
import io.tokenstorm.coordinator.fleet.Admission;
import io.tokenstorm.coordinator.fleet.Fleet;
import io.tokenstorm.coordinator.fleet.FleetMember;
import io.tokenstorm.coordinator.fleet.FleetTimings;
import io.tokenstorm.coordinator.fleet.IdleOrders;
import io.tokenstorm.coordinator.run.RunMachine;
import io.tokenstorm.coordinator.run.spec.Legacy;
import io.tokenstorm.coordinator.run.spec.RunInput;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.coordinator.run.spec.RunSpec;
import io.tokenstorm.coordinator.run.spec.RunTimings;
import io.tokenstorm.protocol.wire.CoordinatorProtocol;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.ClockReply;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.RecordBatch;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerHello;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerLeaving;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.Directive;
import io.tokenstorm.protocol.wire.WorkerProtocol;
import io.tokenstorm.protocol.wire.WorkerProtocol.Refused;
import io.tokenstorm.protocol.wire.WorkerProtocol.Welcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The coordinator's process: the real fleet and run machine, and the glue that the real
 * coordinator's actors are. Each of its lives leads one run, or goes on with that of the last.
 */
public final class VirtualCoordinator extends VirtualProcess {
  private static final Duration TICK = Duration.ofMillis(100);
  private static final Duration IDLE = Duration.ofMillis(330);
  private static final String HASH = "hash";

  private final World world;
  private final Setting setting;
  private final Map<String, VirtualWorker> workers = new TreeMap<>();
  private final Map<String, Holder> refs = new TreeMap<>();
  private Fleet fleet;
  private RunMachine machine;
  private Detector detector;
  private Archive archive;
  private Journal journal;
  private UnaryOperator<RecordBatch> batches;
  private String run;

  VirtualCoordinator(World world, Setting setting) {
    super(world.timeline(), world.chance(), setting.coordinatorClock());
    this.world = world;
    this.setting = setting;
  }

  void meet(VirtualWorker worker) {
    workers.put(worker.traits().worker(), worker);
  }

  /** Whether the run of this life has its verdict. */
  public boolean isOver() {
    return machine.isOver();
  }

  /** The run of this life. */
  public String run() {
    return run;
  }

  /** What is waited for. */
  public String waitingFor() {
    return machine.view(tickerNanos()).toString();
  }

  @Override
  protected void started() {
    boolean resumes = life() > 1 && setting.resuming();
    if (!resumes) {
      run = "run" + life();
      journal = new Journal(run, setting.plan());
    }
    refs.clear();
    fleet = new Fleet(VirtualWorker.VERSION, FleetTimings.DEFAULT);
    detector = new Detector(fleet);
    archive = new Archive(this, world, setting.storing());
    batches = world.parts().batches();
    RunSpec spec =
        new RunSpec(
            run, setting.plan(), HASH, "{}", "salt", setting.minWorkers(), 1, RunTimings.DEFAULT);
    machine = new RunMachine(spec, fleet, legacy(resumes), tickerNanos());
    every(TICK, this::tick);
    every(IDLE, this::idle);
  }

  private Legacy legacy(boolean resumes) {
    if (life() == 1) {
      return Legacy.NONE;
    }
    long quietAt = tickerNanos() + RunTimings.DEFAULT.quietAfter().toNanos();
    return resumes ? journal.legacy(quietAt) : Legacy.quietAt(quietAt);
  }

  /** What it has on its disk of its run. */
  Journal journal() {
    return journal;
  }

  @Override
  protected void died() {}

  /** The user asks for the end. */
  public void cancel(boolean force) {
    after(
        Duration.ZERO,
        () -> {
          if (!isOver()) {
            world.witness().cancels(run, force);
            feed(new RunInput.Cancel(force));
          }
        });
  }

  /** The disk takes nothing any more. */
  public void fillDisk() {
    archive.fill();
  }

  private void tick() {
    detector.look(timeline().nowNanos());
    fleet.probesDue(tickerNanos()).forEach(this::tell);
    feed(RunInput.TICK);
  }

  /** Between runs everyone is told to be idle. */
  private void idle() {
    if (isOver()) {
      for (FleetMember member : fleet.addressable()) {
        tell(
            member.worker(),
            IdleOrders.directive(member, "", machine.currentEpoch(), tickerNanos()));
      }
    }
  }

  /** Takes a message that was meant for one life. */
  void hear(Holder from, int addressed, CoordinatorProtocol message) {
    if (addressed != life()) {
      return;
    }
    long now = tickerNanos();
    detector.heard(from, timeline().nowNanos());
    if (message instanceof WorkerHello hello) {
      onHello(from, hello, now);
    } else if (message instanceof WorkerStatus status) {
      fleet.status(status, now);
    } else if (message instanceof ClockReply reply) {
      fleet.clockReply(reply, now);
    } else if (message instanceof WorkerLeaving leaving) {
      fleet.leaving(leaving);
    }
    feed(
        message instanceof RecordBatch batch
            ? new RunInput.BatchArrived(batches.apply(batch))
            : RunInput.TICK);
  }

  private void onHello(Holder from, WorkerHello hello, long now) {
    Admission admission = fleet.hello(hello, now);
    if (admission instanceof Admission.Welcomed) {
      refs.put(hello.worker(), from);
      send(from, new Welcome(VirtualWorker.VERSION));
    } else if (admission instanceof Admission.Refused refused) {
      send(from, new Refused(refused.reason()));
    }
  }

  private void feed(RunInput input) {
    RunInput given = world.parts().input(input);
    if (given != null) {
      List<RunOutput> outputs = machine.handle(given, tickerNanos());
      outputs.forEach(this::perform);
    }
  }

  private void perform(RunOutput output) {
    if (output instanceof RunOutput.Send send) {
      tell(send.worker(), send.message());
    } else if (output instanceof RunOutput.Note note) {
      journal.noted(note.event());
      world.witness().noted(run, note.event());
    } else if (output instanceof RunOutput.Store store) {
      archive.store(store, this::feed);
    } else if (output instanceof RunOutput.ProbeTargets) {
      soon(new RunInput.TargetsProbed(List.of()));
    } else if (output instanceof RunOutput.ProbeLength probe) {
      soon(new RunInput.LengthProbed(probe.prompts(), 1.0, ""));
    } else if (output instanceof RunOutput.ReadSpool read) {
      soon(workers.get(read.spool().worker()).readBeside(read));
    } else if (output instanceof RunOutput.Ended ended) {
      world.witness().ended(run, ended.reason());
    } else {
      throw new IllegalStateException("nobody does " + output);
    }
  }

  private void soon(RunInput answer) {
    after(world.chance().millis(1, 50), () -> feed(answer));
  }

  private void tell(String worker, WorkerProtocol message) {
    Holder ref = refs.get(worker);
    if (ref != null) {
      if (message instanceof Directive directive) {
        world.witness().directed(ref, directive, tickerNanos());
      }
      send(ref, message);
    }
  }

  private void send(Holder ref, WorkerProtocol message) {
    VirtualWorker worker = workers.get(ref.worker());
    worker.wire().down().send(worker, () -> worker.hear(ref, message));
  }
}
