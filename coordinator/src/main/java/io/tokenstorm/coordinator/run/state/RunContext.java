package io.tokenstorm.coordinator.run.state;

import io.tokenstorm.coordinator.clock.ClockEstimate;
import io.tokenstorm.coordinator.fleet.Fleet;
import io.tokenstorm.coordinator.fleet.FleetMember;
import io.tokenstorm.coordinator.ledger.BatchLedger;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.run.spec.Legacy;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.coordinator.run.spec.RunSpec;
import io.tokenstorm.coordinator.run.spec.RunTimings;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the stages of a run share: its facts so far, and what it wants done. One thread. */
public final class RunContext {
  private final RunSpec spec;
  private final Fleet fleet;
  private final Legacy legacy;
  private final BatchLedger ledger = new BatchLedger();
  private final DirectiveDesk desk;
  private final Collector collector;
  private final Quarantine quarantine;
  private final Accounts accounts;
  private final HealthLog health = new HealthLog();
  private final Ending ending = new Ending();
  private final Map<Integer, Epoch> epochs = new TreeMap<>();
  private final TargetFacts target;
  private final Map<String, Long> plansSentAt = new HashMap<>();
  private List<RunOutput> outputs = new ArrayList<>();
  private int phase;
  private int lastEpoch;
  private int eventsUnderWay;
  private long logBytes;
  private boolean storageFailed;

  /** A run that goes on with what an earlier coordinator left. */
  public RunContext(RunSpec spec, Fleet fleet, Legacy legacy, long nowNanos) {
    this.spec = spec;
    this.fleet = fleet;
    this.legacy = legacy;
    this.lastEpoch = Math.max(spec.firstEpoch() - 1, legacy.lastBegun());
    this.desk = new DirectiveDesk(spec, fleet, legacy.resumes() ? lastEpoch + 1 : 0);
    this.collector = new Collector(spec, fleet, ledger);
    this.quarantine = new Quarantine(fleet, legacy.quietAtNanos());
    this.accounts = new Accounts(this);
    this.target = new TargetFacts(spec, legacy.lengthFactors(), this::note);
    inherit(nowNanos);
  }

  private void inherit(long nowNanos) {
    phase = Math.min(legacy.phase(), spec.plan().phases().size() - 1);
    logBytes = legacy.logBytes();
    legacy.stored().forEach((id, s) -> ledger.restore(id, s.endSeq(), s.merged()));
    ending.worsen(legacy.reason());
    if (legacy.resumes()) {
      note(
          new RunEvent.Finding(
              "The coordinator ended before the run did; another one "
                  + (legacy.collectOnly()
                      ? "collected what the workers still held."
                      : "went on from phase '" + phase().name() + "'.")));
    }
    for (Legacy.Arming before : legacy.armings()) {
      Epoch epoch = new Epoch(before, spec, nowNanos);
      epochs.put(epoch.number(), epoch);
      accounts.inherit(epoch, before.stated());
      long total = spec.phase(epoch.phase()).timeouts().total().toNanos();
      long wait = spec.plan().onWorkerLoss().maxWait().toNanos();
      // the slots of who was lost in an earlier arming had to be free before the last one
      if (before.stated().isEmpty() || epoch.number() == legacy.lastEpoch()) {
        epoch.members().forEach(p -> quarantine.add(p, epoch.number(), total, wait));
      }
      if (before.stated().isEmpty()) {
        note(
            new RunEvent.PhaseRestarted(
                epoch.phase(), epoch.number(), "the coordinator ended and was started again"));
      }
    }
  }

  /** What an earlier coordinator left. */
  public Legacy legacy() {
    return legacy;
  }

  /** Until when records of before are waited for. */
  long collectUntilNanos() {
    return legacy.collectUntilNanos();
  }

  public RunSpec spec() {
    return spec;
  }

  public RunTimings timings() {
    return spec.timings();
  }

  public Fleet fleet() {
    return fleet;
  }

  BatchLedger ledger() {
    return ledger;
  }

  Collector collector() {
    return collector;
  }

  public Quarantine quarantine() {
    return quarantine;
  }

  public Accounts accounts() {
    return accounts;
  }

  /** The coordinator did nothing for a while, and heard nobody. */
  public void stoodStill(@Nullable Epoch epoch, long fromNanos, long toNanos) {
    fleet.stoodStill(Duration.ofNanos(toNanos - fromNanos), toNanos);
    if (epoch != null) {
      note(new RunEvent.CoordinatorStalled(epoch.phase(), fromNanos, toNanos));
      epoch.stoodStill(fromNanos, toNanos);
    }
  }

  /** Whether a worker may still hold records of this run that are not merged. */
  public boolean owesRecords(String worker) {
    return accounts.owes(worker);
  }

  public Ending ending() {
    return ending;
  }

  /** Whether any phase was armed by this coordinator, be it a run that another one began. */
  public boolean armedHere() {
    return lastEpoch > Math.max(spec.firstEpoch() - 1, legacy.lastBegun());
  }

  /** Whether any phase was armed yet. */
  public boolean everArmed() {
    return !epochs.isEmpty();
  }

  /** Index of the current phase. */
  public int phaseIndex() {
    return phase;
  }

  public Phase phase() {
    return spec.phase(phase);
  }

  public boolean isLastPhase() {
    return phase == spec.plan().phases().size() - 1;
  }

  /** Goes on to the next phase; the accounts of this one are closed. */
  public void nextPhase() {
    phase++;
    accounts.clear();
  }

  /** Does something: outputs come out in the order they went in. */
  public void out(RunOutput output) {
    outputs.add(output);
  }

  public void note(RunEvent event) {
    outputs.add(new RunOutput.Note(event));
  }

  /** Writes the directives and demands that are due. */
  public void write(Orders orders, @Nullable Epoch epoch, long nowNanos) {
    desk.order(orders, epoch);
    desk.step(nowNanos, outputs);
    collector.step(nowNanos, outputs);
  }

  /** The outputs since the last call. */
  public List<RunOutput> takeOutputs() {
    List<RunOutput> taken = outputs;
    outputs = new ArrayList<>();
    return taken;
  }

  /** The highest epoch so far, of this run or of what any worker remembers. */
  public int highestEpoch() {
    return Math.max(Math.max(lastEpoch, desk.idleEpoch()), fleet.highestEpoch());
  }

  /** The epoch of the last arming; one less than the first before it. */
  public int currentEpoch() {
    return lastEpoch;
  }

  /** Freezes a membership under a new epoch, and opens its accounts. */
  public Epoch newEpoch(List<FleetMember> members) {
    lastEpoch = highestEpoch() + 1;
    note(new RunEvent.EpochBegun(phase, lastEpoch));
    Epoch epoch = new Epoch(lastEpoch, phase, spec, target.of(phase), members);
    epochs.put(lastEpoch, epoch);
    accounts.closeUnsent();
    accounts.open(epoch);
    return epoch;
  }

  /** An epoch of this run; null if there was none of that number. */
  @Nullable Epoch epoch(int number) {
    return epochs.get(number);
  }

  /** The clocks of an epoch's members now. A member without a clock has none in the map. */
  public Map<String, ClockEstimate> clocks(Epoch epoch, long nowNanos) {
    Map<String, ClockEstimate> clocks = new TreeMap<>();
    for (Participant part : epoch.members()) {
      fleet
          .find(part.worker())
          .filter(part::is)
          .flatMap(m -> m.clock(nowNanos))
          .ifPresent(clock -> clocks.put(part.worker(), clock));
    }
    return clocks;
  }

  /** The status of a member in its epoch, if that is its newest. */
  public Optional<WorkerStatus> statusOf(Epoch epoch, Participant part) {
    return fleet.find(part.worker()).flatMap(m -> HandIn.statusOf(epoch, part, m));
  }

  /** A member of an epoch is gone. */
  public void lose(Participant part, Epoch epoch, String reason, long nowNanos) {
    if (part.isLost()) {
      return;
    }
    part.lose(reason, nowNanos);
    note(new RunEvent.WorkerLost(part.worker(), epoch.phase(), stageName(epoch), reason));
    quarantine.add(
        part,
        epoch.number(),
        phase().timeouts().total().toNanos(),
        spec.plan().onWorkerLoss().maxWait().toNanos());
  }

  private static String stageName(Epoch epoch) {
    if (epoch.closedAtNanos() != Long.MAX_VALUE) {
      return "DRAIN";
    }
    return epoch.measure() != null ? "MEASURE" : epoch.warmup() != null ? "WARMUP" : "ARMED";
  }

  /** Marks members of an epoch that are gone by now; those with slots are returned. */
  public List<Participant> newlyLost(Epoch epoch, long nowNanos) {
    return newlyLost(epoch, part -> goneReason(part, nowNanos), nowNanos);
  }

  /** The same while a window is set: a member that says that it cannot go on is lost too. */
  public List<Participant> newlyLostOrUnfit(Epoch epoch, long nowNanos) {
    return newlyLost(
        epoch,
        part -> {
          String gone = goneReason(part, nowNanos);
          String problem = statusOf(epoch, part).map(WorkerStatus::problem).orElse("");
          return gone.isEmpty() ? problem : gone;
        },
        nowNanos);
  }

  private List<Participant> newlyLost(
      Epoch epoch, Function<Participant, String> why, long nowNanos) {
    List<Participant> lost = new ArrayList<>();
    for (Participant part : epoch.members()) {
      String reason = part.isLost() ? "" : why.apply(part);
      if (!reason.isEmpty()) {
        lose(part, epoch, reason, nowNanos);
        lost.add(part);
      }
    }
    return lost.stream().filter(p -> p.slots().count() > 0).toList();
  }

  String goneReason(Participant part, long nowNanos) {
    return fleet.goneReason(
        part.worker(), part.hello().processKey(), part.hello().incarnation(), nowNanos);
  }

  /** Whether the plan may be sent to a worker (again) now; counts it as sent if so. */
  public boolean planDue(String worker, long nowNanos) {
    Long last = plansSentAt.get(worker);
    boolean due = last == null || nowNanos - last >= Duration.ofSeconds(1).toNanos();
    if (due) {
      plansSentAt.put(worker, nowNanos);
    }
    return due;
  }

  HealthLog health() {
    return health;
  }

  private void take(WorkerStatus status) {
    health.take(status, phase).forEach(this::note);
  }

  /** Takes the health of all serving members while measured requests run. */
  public void sampleHealth(Epoch epoch) {
    epoch.serving().forEach(p -> statusOf(epoch, p).ifPresent(this::take));
  }

  /** Notes how the workers fared in the measured window. */
  public void noteHealth() {
    health.close(phase).forEach(this::note);
  }

  /** What is known of the targets. */
  public TargetFacts target() {
    return target;
  }

  /** Makes the call of an event of the plan. */
  public void fire(int event, long scheduledAtNanos) {
    eventsUnderWay++;
    out(new RunOutput.FireEvent(phase, event, phase().events().get(event), scheduledAtNanos));
  }

  void eventDone() {
    eventsUnderWay = Math.max(0, eventsUnderWay - 1);
  }

  /** Whether an event of the plan was fired and is not answered yet. */
  public boolean eventUnderWay() {
    return eventsUnderWay > 0;
  }

  /** Position of the record log's end. */
  public long logBytes() {
    return logBytes;
  }

  void logBytes(long position) {
    logBytes = position;
  }

  /** Whether records were accepted that are not on the disk yet. */
  public boolean isStoring() {
    return ledger.isStoring();
  }

  /** Whether the run's directory takes nothing any more. */
  public boolean storageFailed() {
    return storageFailed;
  }

  void storageHasFailed() {
    storageFailed = true;
  }
}
