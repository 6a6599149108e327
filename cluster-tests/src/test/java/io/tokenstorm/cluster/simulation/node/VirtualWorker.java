package io.tokenstorm.cluster.simulation.node;

import io.tokenstorm.cluster.simulation.disk.SpoolDisk;
import io.tokenstorm.cluster.simulation.disk.VirtualSpool;
import io.tokenstorm.cluster.simulation.history.Holder;
import io.tokenstorm.cluster.simulation.part.Obedience;
import io.tokenstorm.cluster.simulation.setting.Setting;
import io.tokenstorm.cluster.simulation.setting.WorkerTraits;
import io.tokenstorm.cluster.simulation.world.Link;
import io.tokenstorm.cluster.simulation.world.VirtualProcess;
import io.tokenstorm.coordinator.run.spec.RunInput;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.coordinator.run.state.HandIn;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.wire.CoordinatorProtocol;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.ClockReply;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.RecordBatch;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerHello;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.Directive;
import io.tokenstorm.protocol.wire.WireTypes;
import io.tokenstorm.protocol.wire.WorkerProtocol;
import io.tokenstorm.protocol.wire.WorkerProtocol.ClockProbe;
import io.tokenstorm.protocol.wire.WorkerProtocol.PlanAssignment;
import io.tokenstorm.protocol.wire.WorkerProtocol.PullRecords;
import io.tokenstorm.protocol.wire.WorkerProtocol.ReleaseRun;
import io.tokenstorm.worker.follow.FollowerAction;
import io.tokenstorm.worker.load.SendGate;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A worker's process: the real follower and gate, an engine and a spool of virtual parts, and the
 * glue that the real worker's actors are.
 */
public final class VirtualWorker extends VirtualProcess {
  static final String VERSION = "1";

  private static final Duration TICK = Duration.ofMillis(100);
  private static final Duration HELLO = Duration.ofMillis(500);
  private static final int BATCH = 16;

  private final World world;
  private final WorkerTraits traits;
  private final Setting setting;
  private final VirtualReplicas replicas;
  private final Wire wire;
  private final SpoolDisk disk = new SpoolDisk();
  private final Set<String> plans = new HashSet<>();
  private VirtualCoordinator coordinator;
  private Obedience follower;
  private VirtualEngine engine;
  private int incarnation;
  private boolean welcomed;
  private boolean flushing;
  private boolean worthTelling;
  private int lastInFlight;
  private int lastSlotsDone;
  private long heardAtNanos;
  private long directedAtNanos;

  VirtualWorker(World world, Setting setting, WorkerTraits traits, VirtualReplicas replicas) {
    super(world.timeline(), world.chance(), traits.clock());
    this.world = world;
    this.setting = setting;
    this.traits = traits;
    this.replicas = replicas;
    this.wire =
        new Wire(
            new Link(world.timeline(), world.chance()), new Link(world.timeline(), world.chance()));
  }

  void meet(VirtualCoordinator met) {
    coordinator = met;
  }

  public WorkerTraits traits() {
    return traits;
  }

  public Wire wire() {
    return wire;
  }

  World world() {
    return world;
  }

  Setting setting() {
    return setting;
  }

  Holder holder() {
    return new Holder(traits.worker(), life(), incarnation);
  }

  /** Whether this is the one that a message was meant for. */
  boolean is(Holder addressed) {
    return addressed.life() == life() && addressed.incarnation() == incarnation;
  }

  /** Its machine's disk breaks: its spools cannot be read any more. Only while it is dead. */
  public void loseDisk() {
    disk.lose();
  }

  /** Its machine's disk takes no record any more. */
  public void fillDisk() {
    disk.fill();
  }

  SpoolDisk disk() {
    return disk;
  }

  /** Its spool, read by the coordinator beside it on the same machine. */
  RunInput readBeside(RunOutput.ReadSpool read) {
    boolean mine = isAlive() && holder().processKey().equals(read.spool().processKey());
    if (read.onlyIfEnded() && mine) {
      return new RunInput.SpoolUnreadable(read.spool(), "its process runs", false);
    }
    VirtualSpool spool =
        disk.find(read.spool().run(), read.spool().processKey(), read.spool().incarnation());
    boolean taken = isAlive() && !mine;
    if (!traits.beside() || spool == null || taken) {
      return new RunInput.SpoolUnreadable(read.spool(), "not here", traits.beside() && !mine);
    }
    List<RequestRecord> records = spool.read(read.fromSeq(), BATCH);
    return new RunInput.SpoolRead(
        read.spool(),
        read.fromSeq(),
        records,
        read.fromSeq() + records.size() < spool.endSeq(),
        HandIn.byWindow(spool.issued()),
        !mine);
  }

  @Override
  protected void started() {
    incarnation = disk.highestIncarnation();
    flushing = false;
    nextIncarnation();
    every(TICK, this::tick);
    every(HELLO, this::offer);
  }

  @Override
  protected void died() {
    disk.abandon();
    engine.abandon();
  }

  /** Its actor system ends and a new one starts: what runs is cut, the spools are sealed. */
  public void restartSystem() {
    engine.cut();
    engine.abandon();
    disk.flush();
    nextIncarnation();
    offer();
  }

  private void nextIncarnation() {
    incarnation++;
    plans.clear();
    welcomed = false;
    worthTelling = false;
    lastInFlight = 0;
    lastSlotsDone = 0;
    heardAtNanos = timeline().nowNanos();
    follower =
        world
            .parts()
            .obedience(
                traits.worker(),
                incarnation,
                disk.books(holder()),
                (run, hash) -> plans.contains(run));
    engine = new VirtualEngine(this, replicas, this::record);
  }

  private void record(String run, RequestRecord record) {
    disk.current(run, holder()).offer(record);
    if (!flushing) {
      flushing = true;
      after(traits.flushing(), this::flush);
    }
  }

  private void flush() {
    flushing = false;
    disk.flush();
  }

  private void tick() {
    perform(follower.onTick(tickerNanos()));
    boolean orphaned =
        timeline().nowNanos() - heardAtNanos > traits.orphanAfter().toNanos() && welcomed;
    if (orphaned) {
      restartSystem();
    } else {
      tellIfNoteworthy();
    }
  }

  private void offer() {
    boolean silent = timeline().nowNanos() - heardAtNanos > 3_000_000_000L;
    if (!welcomed || silent) {
      say(
          new WorkerHello(
              traits.worker(),
              incarnation,
              holder().processKey(),
              VERSION,
              WireTypes.VERSION,
              "",
              "host",
              life(),
              1,
              traits.weight(),
              "",
              disk.heldBeside(holder())));
    }
  }

  /** Something of note changed: the coordinator is told soon. */
  void noteworthy() {
    worthTelling = true;
  }

  private void tellIfNoteworthy() {
    WorkerStatus status = status();
    int done = status.warmup().slotsDone() + status.measure().slotsDone();
    boolean rested = status.inFlight() == 0 && lastInFlight > 0;
    if (welcomed && (worthTelling || rested || done != lastSlotsDone)) {
      tell(status);
    }
  }

  private WorkerStatus status() {
    return follower.status(tickerNanos(), engine.status());
  }

  private void tell(WorkerStatus status) {
    worthTelling = false;
    lastInFlight = status.inFlight();
    lastSlotsDone = status.warmup().slotsDone() + status.measure().slotsDone();
    world.witness().stands(holder(), status);
    say(status);
  }

  private void say(CoordinatorProtocol message) {
    Holder from = holder();
    int addressed = coordinator.life();
    wire.up().send(coordinator, () -> coordinator.hear(from, addressed, message));
  }

  /** Takes a message that was meant for one incarnation. */
  void hear(Holder addressed, WorkerProtocol message) {
    if (!is(addressed)) {
      return;
    }
    heardAtNanos = timeline().nowNanos();
    if (message instanceof Directive directive) {
      onDirective(world.parts().understood(directive));
    } else if (message instanceof ClockProbe probe) {
      say(
          new ClockReply(
              traits.worker(),
              incarnation,
              probe.probe(),
              probe.coordinatorNanos(),
              world.parts().told(tickerNanos())));
    } else if (message instanceof PlanAssignment plan) {
      plans.add(plan.run());
      perform(follower.onPlan());
      tell(status());
    } else if (message instanceof PullRecords pull) {
      onPull(pull);
    } else if (message instanceof ReleaseRun release) {
      disk.release(release.run());
    } else if (message instanceof WorkerProtocol.Welcome) {
      welcomed = true;
    } else if (message instanceof WorkerProtocol.Refused) {
      refused();
    }
  }

  /** Another process has this id: it ends, and its supervisor starts it again later. */
  private void refused() {
    kill();
    timeline().after(Duration.ofSeconds(2), this::start);
  }

  private void onDirective(Directive directive) {
    world.witness().reached(holder(), directive);
    directedAtNanos = tickerNanos();
    perform(follower.onDirective(directive));
    tell(status());
  }

  private void onPull(PullRecords pull) {
    VirtualSpool spool = disk.find(pull.run(), pull.processKey(), pull.incarnation());
    long from = pull.fromSeq();
    for (int i = 0; spool != null && i < pull.maxBatches(); i++) {
      List<RequestRecord> records = spool.read(from, BATCH);
      if (records.isEmpty()) {
        return;
      }
      say(
          new RecordBatch(
              traits.worker(), pull.processKey(), pull.incarnation(), pull.run(), from, records));
      from += records.size();
    }
  }

  private void perform(List<FollowerAction> actions) {
    for (FollowerAction action : actions) {
      if (action instanceof FollowerAction.Prepare prepare) {
        SendGate gate = world.parts().gate(prepare.gate(), () -> directedAtNanos);
        engine.prepare(prepare.assignment(), gate);
      } else if (action instanceof FollowerAction.GateChanged) {
        engine.gateChanged();
      } else if (action instanceof FollowerAction.CutInFlight) {
        engine.cut();
        engine.gateChanged();
      }
    }
  }
}
