package io.tokenstorm.coordinator.simulation;

import io.tokenstorm.coordinator.fleet.Admission;
import io.tokenstorm.coordinator.fleet.Fleet;
import io.tokenstorm.coordinator.fleet.FleetTimings;
import io.tokenstorm.coordinator.ledger.Window;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.run.RunMachine;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.run.spec.RunInput;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.coordinator.run.spec.RunSpec;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.wire.CoordinatorProtocol;
import io.tokenstorm.protocol.wire.WorkerProtocol;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/**
 * The real fleet and run machine against scripted workers, in virtual time, over a network that
 * loses, repeats and reorders.
 */
public final class VirtualCluster {
  private final VirtualClock clock = new VirtualClock();
  private final Random random;
  private final Fleet fleet = new Fleet("1", FleetTimings.DEFAULT);
  private final RunMachine machine;
  private final Replicas replicas = new Replicas();
  private final Map<String, SimWorker> workers = new LinkedHashMap<>();
  private final Map<String, Boolean> cutOff = new HashMap<>();
  private final List<RunEvent> events = new ArrayList<>();
  private final List<RequestRecord> log = new ArrayList<>();
  private final List<WorkerProtocol> sentToWorkers = new ArrayList<>();
  private final List<Consumer<RunEvent>> watchers = new ArrayList<>();
  private Faults faults = Faults.NONE;
  private boolean spoolsReadable = true;
  private List<String> unreachable = List.of();
  private String lengthProblem = "";
  private boolean diskFull;
  private EndReason end;
  private long endedAtNanos;
  private long goesOnAtNanos;

  public VirtualCluster(long seed, RunSpec spec) {
    this.random = new Random(seed);
    this.machine = new RunMachine(spec, fleet, clock.nanos());
    tick();
  }

  public SimWorker worker(String id) {
    return workers.computeIfAbsent(
        id,
        name ->
            new SimWorker(
                name,
                clock,
                new Random(random.nextLong()),
                replicas,
                message -> transmit(name, () -> fromWorker(message))));
  }

  public VirtualCluster with(Faults newFaults) {
    faults = newFaults;
    return this;
  }

  /** Lost workers' spools lie elsewhere. */
  public VirtualCluster spoolsElsewhere() {
    spoolsReadable = false;
    return this;
  }

  public VirtualCluster targetsAway(String sentence) {
    unreachable = List.of(sentence);
    return this;
  }

  public VirtualCluster lengthUnknown(String problem) {
    lengthProblem = problem;
    return this;
  }

  public void fillDisk() {
    diskFull = true;
  }

  /** No message passes between the coordinator and a worker, until it is joined again. */
  public void cutOff(String worker, boolean apart) {
    cutOff.put(worker, apart);
  }

  /** The coordinator stands still from now on; what comes meanwhile lies there until then. */
  public void coordinatorStandsStill(long nanos) {
    goesOnAtNanos = clock.nanos() + nanos;
  }

  /** Whether it does; then that is done once it goes on. */
  private boolean isHeldUp(Runnable turn) {
    long rest = goesOnAtNanos - clock.nanos();
    if (rest > 0) {
      clock.after(rest, turn);
    }
    return rest > 0;
  }

  /** Does something once an event of a kind was noted. */
  public <E extends RunEvent> void when(Class<E> kind, Consumer<E> action) {
    watchers.add(
        event -> {
          if (kind.isInstance(event)) {
            action.accept(kind.cast(event));
          }
        });
  }

  public void after(long nanos, Runnable action) {
    clock.after(nanos, action);
  }

  public void cancel(boolean force) {
    feed(new RunInput.Cancel(force));
  }

  /** Runs to the end, or for so long. */
  public EndReason run(long limitNanos) {
    long until = clock.nanos() + limitNanos;
    while (end == null && clock.nanos() < until && clock.step()) {}
    return end;
  }

  /** Lets time pass after the end. */
  public void linger(long nanos) {
    long until = clock.nanos() + nanos;
    while (clock.nanos() < until && clock.step()) {}
  }

  private void tick() {
    if (isHeldUp(this::tick)) {
      return;
    }
    fleet.probesDue(clock.nanos()).forEach(this::toWorker);
    feed(RunInput.TICK);
    clock.after(50_000_000L, this::tick);
  }

  private void fromWorker(CoordinatorProtocol message) {
    if (isHeldUp(() -> fromWorker(message))) {
      return;
    }
    long now = clock.nanos();
    if (message instanceof CoordinatorProtocol.WorkerHello hello) {
      if (fleet.hello(hello, now) instanceof Admission.Welcomed) {
        toWorker(hello.worker(), new WorkerProtocol.Welcome("1"));
      }
    } else if (message instanceof CoordinatorProtocol.WorkerStatus status) {
      fleet.status(status, now);
    } else if (message instanceof CoordinatorProtocol.ClockReply reply) {
      fleet.clockReply(reply, now);
    }
    feed(
        message instanceof CoordinatorProtocol.RecordBatch batch
            ? new RunInput.BatchArrived(batch)
            : RunInput.TICK);
  }

  private void toWorker(String id, WorkerProtocol message) {
    sentToWorkers.add(message);
    transmit(id, () -> worker(id).receive(message));
  }

  private void transmit(String worker, Runnable delivery) {
    int copies = random.nextDouble() < faults.repeat() ? 2 : 1;
    for (int i = 0; i < copies; i++) {
      if (random.nextDouble() >= faults.drop() && !cutOff.getOrDefault(worker, false)) {
        clock.after(random.nextLong(50_000L, faults.maxDelayNanos() + 50_001L), delivery);
      }
    }
  }

  private void feed(RunInput input) {
    if (end == null && !isHeldUp(() -> feed(input))) {
      machine.handle(input, clock.nanos()).forEach(this::perform);
    }
  }

  private void later(RunInput input) {
    clock.after(random.nextLong(100_000L, 5_000_000L), () -> feed(input));
  }

  private void perform(RunOutput output) {
    if (output instanceof RunOutput.Send send) {
      toWorker(send.worker(), send.message());
    } else if (output instanceof RunOutput.Note note) {
      events.add(note.event());
      List.copyOf(watchers).forEach(w -> w.accept(note.event()));
    } else if (output instanceof RunOutput.Store store) {
      store(store);
    } else if (output instanceof RunOutput.ProbeTargets) {
      clock.after(1_000_000L, () -> feed(new RunInput.TargetsProbed(unreachable)));
    } else if (output instanceof RunOutput.ProbeLength probe) {
      String workload = probe.prompts();
      clock.after(1_000_000L, () -> feed(new RunInput.LengthProbed(workload, 1.25, lengthProblem)));
    } else if (output instanceof RunOutput.FireEvent fire) {
      long firedAt = clock.nanos();
      later(
          new RunInput.EventFired(
              fire.phase(), fire.event(), fire.scheduledAtNanos(), firedAt, 200, ""));
    } else if (output instanceof RunOutput.ReadSpool read) {
      readSpool(read);
    } else if (output instanceof RunOutput.Ended ended) {
      end = ended.reason();
      endedAtNanos = clock.nanos();
    }
  }

  private void store(RunOutput.Store store) {
    if (diskFull) {
      later(new RunInput.StorageFailed("disk full while writing records.log"));
      return;
    }
    log.addAll(store.records());
    later(
        new RunInput.BatchStored(
            store.spool(), store.firstSeq() + store.records().size(), log.size()));
  }

  private void readSpool(RunOutput.ReadSpool read) {
    SimWorker worker = worker(read.spool().worker());
    if (!spoolsReadable) {
      later(new RunInput.SpoolUnreadable(read.spool(), "elsewhere", false));
      return;
    }
    List<RequestRecord> spool = worker.spool(read.spool().incarnation());
    int from = (int) Math.min(spool.size(), read.fromSeq());
    int to = Math.min(spool.size(), from + 7);
    Map<Window, Long> issued = new HashMap<>();
    for (int epoch = 0; epoch < 50; epoch++) {
      for (LoadStage stage : LoadStage.values()) {
        for (int phase = 0; phase < 3; phase++) {
          issued.put(new Window(epoch, phase, stage), worker.issued(epoch, stage));
        }
      }
    }
    later(
        new RunInput.SpoolRead(
            read.spool(),
            from,
            List.copyOf(spool.subList(from, to)),
            to < spool.size(),
            issued,
            !worker.isAlive()));
  }

  public EndReason end() {
    return end;
  }

  public long endedAtNanos() {
    return endedAtNanos;
  }

  public long nanos() {
    return clock.nanos();
  }

  public Replicas replicas() {
    return replicas;
  }

  public RunMachine machine() {
    return machine;
  }

  /** The record log, on the coordinator's time line. */
  public List<RequestRecord> log() {
    return log;
  }

  public List<WorkerProtocol> sentToWorkers() {
    return sentToWorkers;
  }

  public List<RunEvent> events() {
    return events;
  }

  public <E extends RunEvent> List<E> events(Class<E> kind) {
    return events.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
