package io.tokenstorm.coordinator.simulation;

import io.tokenstorm.protocol.prompt.PromptRecipe;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import io.tokenstorm.protocol.shard.ShardMap;
import io.tokenstorm.protocol.shard.SlotRange;
import io.tokenstorm.protocol.wire.CoordinatorProtocol;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.ClockReply;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.RecordBatch;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerHello;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.Directive;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.protocol.wire.LoadCount;
import io.tokenstorm.protocol.wire.SendWindow;
import io.tokenstorm.protocol.wire.Stage;
import io.tokenstorm.protocol.wire.WireTypes;
import io.tokenstorm.protocol.wire.WorkerProtocol;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/**
 * A worker by the letter of the wire contract, in virtual time: its own clock, a lease checked at
 * each send, slots that send one request after the other, a spool. Written for tests, apart from
 * the real worker.
 */
public final class SimWorker {
  private static final long LAPSE_CUT_NANOS = 5_000_000_000L;
  private static final int BATCH = 16;

  private final String id;
  private final VirtualClock clock;
  private final Random random;
  private final long offsetNanos;
  private final double drift;
  private final Replicas replicas;
  private final Consumer<CoordinatorProtocol> network;
  private final Map<Integer, List<RequestRecord>> spools = new HashMap<>();
  private final Map<Integer, Map<RequestKey, Long>> running = new HashMap<>();
  private final Map<String, Long> issued = new HashMap<>();
  private final Map<Integer, SlotState> slots = new HashMap<>();
  private String processKey;
  private int incarnation = 1;
  private boolean alive = true;
  private boolean paused;
  private boolean planKnown;
  private boolean hasJoined;
  private Directive obeyed;
  private long ignored;
  private String problem = "";
  private boolean neverReady;
  private long maxServiceNanos = 400_000_000L;

  private static final class SlotState {
    int ordinal;
    long warmup;
    long measure;
    boolean busy;
  }

  SimWorker(
      String id,
      VirtualClock clock,
      Random random,
      Replicas replicas,
      Consumer<CoordinatorProtocol> network) {
    this.id = id;
    this.clock = clock;
    this.random = random;
    this.offsetNanos = random.nextLong(-3_600_000_000_000L, 3_600_000_000_000L);
    this.drift = (random.nextDouble() - 0.5) * 2 * 100e-6;
    this.replicas = replicas;
    this.network = network;
    this.processKey = id + "-process-1";
    beat();
  }

  public String id() {
    return id;
  }

  public boolean isAlive() {
    return alive;
  }

  /** Every request takes up to this long. */
  public void serviceUpTo(long nanos) {
    maxServiceNanos = nanos;
  }

  /** It obeyed a coordinator of the past: nothing of an older epoch counts. */
  public void remembers(int epoch) {
    obeyed =
        new Directive(
            1,
            "",
            epoch,
            0,
            Stage.IDLE,
            "",
            0,
            List.of(1),
            0,
            1,
            PromptRecipe.NONE,
            false,
            SendWindow.NONE,
            SendWindow.NONE,
            Long.MAX_VALUE,
            Long.MIN_VALUE / 2);
  }

  /** It never has its prompts and connections. */
  public void neverReady() {
    neverReady = true;
  }

  /** From now on it says that it cannot go on. */
  public void fails(String reason) {
    problem = reason;
  }

  /** Gone at once, as by kill −9; its connections are closed. */
  public void kill() {
    alive = false;
    running.values().forEach(of -> of.keySet().forEach(key -> replicas.closed(id, key)));
    running.clear();
  }

  /** Stands still, as by SIGSTOP; what it has sent stays at the replicas. */
  public void pause(long nanos) {
    paused = true;
    clock.after(nanos, () -> paused = false);
  }

  /** The records of its spool of an incarnation. */
  public List<RequestRecord> spool(int of) {
    return spools.getOrDefault(of, List.of());
  }

  public long issued(int epoch, LoadStage stage) {
    return issued.getOrDefault(epoch + "/" + stage, 0L);
  }

  /** Its own ticker. */
  public long nanos() {
    return offsetNanos + (long) (clock.nanos() * (1 + drift));
  }

  private void beat() {
    if (!alive) {
      return;
    }
    if (!paused) {
      if (!hasJoined) {
        network.accept(hello());
      }
      send();
    }
    clock.after(10_000_000L, this::beat);
  }

  private WorkerHello hello() {
    return new WorkerHello(
        id,
        incarnation,
        processKey,
        "1",
        WireTypes.VERSION,
        "ref",
        "host",
        1,
        1,
        1,
        "/nowhere",
        List.of());
  }

  /** A message of the coordinator; one that meets a paused process waits in its socket. */
  void receive(WorkerProtocol message) {
    if (!alive) {
      return;
    }
    if (paused) {
      clock.after(10_000_000L, () -> receive(message));
    } else if (message instanceof WorkerProtocol.Welcome) {
      hasJoined = true;
    } else if (message instanceof WorkerProtocol.ClockProbe probe) {
      network.accept(
          new ClockReply(id, incarnation, probe.probe(), probe.coordinatorNanos(), nanos()));
    } else if (message instanceof WorkerProtocol.PlanAssignment) {
      planKnown = true;
    } else if (message instanceof WorkerProtocol.PullRecords pull) {
      handOver(pull);
    } else if (message instanceof Directive directive) {
      obey(directive);
    }
  }

  private void handOver(WorkerProtocol.PullRecords pull) {
    List<RequestRecord> spool = spool(pull.incarnation());
    int from = (int) pull.fromSeq();
    for (int i = 0; i < pull.maxBatches() && from < spool.size(); i++) {
      int to = Math.min(spool.size(), from + BATCH);
      network.accept(
          new RecordBatch(
              id,
              pull.processKey(),
              pull.incarnation(),
              pull.run(),
              from,
              List.copyOf(spool.subList(from, to))));
      from = to;
    }
  }

  private void obey(Directive directive) {
    Directive last = obeyed;
    boolean older =
        last != null
            && (directive.epoch() < last.epoch()
                || (directive.epoch() == last.epoch() && directive.sequence() < last.sequence()));
    if (older) {
      ignored++;
    } else {
      if (last == null || last.epoch() != directive.epoch()) {
        slots.clear();
      }
      obeyed = directive;
      send();
    }
    network.accept(status());
  }

  private void send() {
    Directive now = obeyed;
    if (now == null) {
      return;
    }
    cutIfDue(now);
    for (int slot = mine(now).first(); slot < mine(now).end(); slot++) {
      trySend(slot);
    }
  }

  private static SlotRange mine(Directive directive) {
    return directive.concurrency() == 0 ? new SlotRange(0, 0) : directive.slots();
  }

  private void cutIfDue(Directive now) {
    boolean lapsed = nanos() - now.leaseUntilNanos() > LAPSE_CUT_NANOS;
    if (lapsed || nanos() >= now.cutAtNanos()) {
      new HashMap<>(running)
          .forEach((of, keys) -> List.copyOf(keys.keySet()).forEach(k -> end(of, k, Outcome.CUT)));
    }
  }

  private void trySend(int slot) {
    Directive now = obeyed;
    SlotState state = slots.computeIfAbsent(slot, s -> new SlotState());
    if (state.busy || paused || !alive || nanos() >= now.leaseUntilNanos()) {
      return;
    }
    long quotaMeasure = ShardMap.quota(now.measure().requests(), now.concurrency(), slot);
    long quotaWarmup = ShardMap.quota(now.warmup().requests(), now.concurrency(), slot);
    boolean sending = now.stage() == Stage.WARMUP || now.stage() == Stage.MEASURE;
    if (sending && mayIssue(now.measure(), state.measure, quotaMeasure)) {
      state.measure++;
      issue(now, slot, state, LoadStage.MEASURE);
    } else if (sending
        && !(now.measure().isSet() && nanos() >= now.measure().opensAtNanos())
        && mayIssue(now.warmup(), state.warmup, quotaWarmup)) {
      state.warmup++;
      issue(now, slot, state, LoadStage.WARMUP);
    }
  }

  private boolean mayIssue(SendWindow window, long sent, long quota) {
    return window.isSet() && nanos() >= window.opensAtNanos() && !isDone(window, sent, quota);
  }

  private boolean isDone(SendWindow window, long sent, long quota) {
    boolean timed = window.closesAtNanos() != Long.MAX_VALUE;
    boolean counted = window.requests() > 0;
    return (timed || counted)
        && (!timed || nanos() >= window.closesAtNanos())
        && (!counted || sent >= quota);
  }

  private void issue(Directive now, int slot, SlotState state, LoadStage stage) {
    RequestKey key = new RequestKey(now.epoch(), now.phase(), stage, slot, state.ordinal++);
    issued.merge(now.epoch() + "/" + stage, 1L, Long::sum);
    state.busy = true;
    running.computeIfAbsent(incarnation, i -> new HashMap<>()).put(key, nanos());
    replicas.sent(id, key);
    int of = incarnation;
    clock.after(random.nextLong(1_000_000L, maxServiceNanos), () -> finish(of, key));
  }

  private void finish(int of, RequestKey key) {
    if (paused) {
      replicas.closed(id, key);
      clock.after(10_000_000L, () -> finish(of, key));
    } else {
      end(of, key, Outcome.COMPLETED);
    }
  }

  private void end(int of, RequestKey key, Outcome outcome) {
    Long sentAt = running.getOrDefault(of, Map.of()).get(key);
    if (!alive || sentAt == null) {
      return;
    }
    running.get(of).remove(key);
    replicas.closed(id, key);
    long took = nanos() - sentAt;
    spools
        .computeIfAbsent(of, i -> new ArrayList<>())
        .add(
            new RequestRecord(
                key,
                "r1",
                new Instants(sentAt, 0, Instants.NONE, 0, 0, took, took, took, took),
                Gaps.NONE,
                outcome,
                new TokenCounts(1, TokenSource.USAGE, 1, TokenSource.USAGE, 1, 1),
                "length",
                1));
    SlotState state = slots.get(key.slot());
    if (state != null && obeyed.epoch() == key.epoch()) {
      state.busy = false;
      trySend(key.slot());
    }
  }

  private WorkerStatus status() {
    Directive now = obeyed;
    int inFlight = running.getOrDefault(incarnation, Map.of()).size();
    return new WorkerStatus(
        id,
        incarnation,
        now.sequence(),
        now.run(),
        now.epoch(),
        now.phase(),
        now.stage(),
        planKnown,
        planKnown && !neverReady,
        problem,
        inFlight,
        count(now, LoadStage.WARMUP),
        count(now, LoadStage.MEASURE),
        spool(incarnation).size(),
        ignored,
        HealthSample.NONE);
  }

  private LoadCount count(Directive now, LoadStage stage) {
    long recorded =
        spool(incarnation).stream()
            .filter(r -> r.key().epoch() == now.epoch() && r.key().stage() == stage)
            .count();
    int done = 0;
    for (int slot = mine(now).first(); slot < mine(now).end(); slot++) {
      SlotState state = slots.computeIfAbsent(slot, s -> new SlotState());
      SendWindow window = stage == LoadStage.WARMUP ? now.warmup() : now.measure();
      long sent = stage == LoadStage.WARMUP ? state.warmup : state.measure;
      boolean over = now.stage() == Stage.DRAIN || now.stage() == Stage.SETTLED;
      long quota = ShardMap.quota(window.requests(), now.concurrency(), slot);
      done += over || (window.isSet() && isDone(window, sent, quota)) ? 1 : 0;
    }
    return new LoadCount(issued(now.epoch(), stage), recorded, done);
  }
}
