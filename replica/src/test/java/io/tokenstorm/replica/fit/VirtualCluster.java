package io.tokenstorm.replica.fit;

import io.tokenstorm.replica.ReplicaConfig;
import io.tokenstorm.replica.engine.BlockHashes;
import io.tokenstorm.replica.engine.Engine;
import io.tokenstorm.replica.engine.Sequence;
import io.tokenstorm.replica.gateway.Router;
import io.tokenstorm.replica.gateway.RoutingStrategy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;

/**
 * A closed loop of slots over two engines and the gateway's router, in virtual time: no socket, no
 * thread, no clock. The engines live on from phase to phase, as servers do; they and the router see
 * only what HTTP would show them. Deterministic.
 */
final class VirtualCluster {
  private static final int OUTPUT_TOKENS = 256;
  private static final int GROUPS = 8;
  private static final int WARMUP_PER_SLOT = 2;

  private record Event(long nanos, long order, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final ReplicaConfig config;
  private final List<Engine> engines = new ArrayList<>();
  private final Router router;
  private final Random random;
  private final int wayNanos;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final List<Set<Call>> inFlight = List.of(new HashSet<>(), new HashSet<>());
  private final boolean[] evicted = new boolean[2];
  private long nowNanos;
  private long order;
  private PhaseRun run;

  /**
   * A cluster that nobody has used yet.
   *
   * @param wayNanos from the client to the engine, and from a token to the client's next request:
   *     so long to twice as long
   */
  VirtualCluster(ReplicaConfig config, long seed, int wayNanos) {
    this.config = config;
    this.random = new Random(seed);
    this.wayNanos = wayNanos;
    this.router = new Router(config.gateway(), seed);
    engines.add(new Engine(config.serve().engine()));
    engines.add(new Engine(config.serve().engine()));
  }

  /** One request under way. */
  private final class Call {
    final int slot;
    final long sentNanos = nowNanos;
    Sequence sequence;
    int engine;
    long firstNanos;

    Call(int slot) {
      this.slot = slot;
    }

    void token(int index, long dueNanos) {
      if (index == 0) {
        firstNanos = dueNanos + way();
      }
      if (index == OUTPUT_TOKENS - 1) {
        inFlight.get(engine).remove(this);
        at(Math.max(dueNanos + way(), firstNanos), () -> ended(true));
      }
    }

    void ended(boolean success) {
      run.ended(this, success);
      send(slot);
    }
  }

  private final class PhaseRun {
    final PhaseSpec phase;
    final List<PhaseResult.Request> requests = new ArrayList<>();
    final int[] left;
    long closesNanos;
    int errors;
    long lastEndNanos;

    PhaseRun(PhaseSpec phase, boolean warmup) {
      this.phase = phase;
      this.left = new int[phase.concurrency()];
      java.util.Arrays.fill(left, warmup ? WARMUP_PER_SLOT : Integer.MAX_VALUE);
      closesNanos = warmup ? Long.MAX_VALUE : nowNanos + phase.measureNanos();
    }

    boolean maySend(int slot) {
      return left[slot]-- > 0 && nowNanos < closesNanos;
    }

    void ended(Call call, boolean success) {
      lastEndNanos = nowNanos;
      if (success) {
        double ttft = (call.firstNanos - call.sentNanos) / 1e9;
        double e2e = (nowNanos - call.sentNanos) / 1e9;
        requests.add(new PhaseResult.Request(ttft, (e2e - ttft) / (OUTPUT_TOKENS - 1), e2e));
      } else {
        errors++;
      }
    }
  }

  /** Warms up, drains, measures, drains. */
  PhaseResult play(PhaseSpec phase) {
    runLoop(phase, true);
    long opened = nowNanos;
    phase.evictAfterNanos().ifPresent(after -> at(opened + after, () -> evict(1)));
    PhaseRun measured = runLoop(phase, false);
    double elapsed = (measured.lastEndNanos - opened) / 1e9;
    nowNanos += 20 * PhaseSpec.SECOND;
    return new PhaseResult(phase, measured.requests, elapsed, measured.errors);
  }

  private PhaseRun runLoop(PhaseSpec phase, boolean warmup) {
    run = new PhaseRun(phase, warmup);
    for (int slot = 0; slot < phase.concurrency(); slot++) {
      send(slot);
    }
    while (step()) {
      // until nothing is left to happen
    }
    return run;
  }

  /** Does what comes next; false if nothing does. */
  private boolean step() {
    long next = events.isEmpty() ? Long.MAX_VALUE : events.peek().nanos();
    for (Engine engine : engines) {
      next = Math.min(next, engine.nextDueNanos());
    }
    if (next == Long.MAX_VALUE) {
      return false;
    }
    nowNanos = Math.max(nowNanos, next);
    for (Engine engine : engines) {
      engine.advance(nowNanos);
    }
    while (!events.isEmpty() && events.peek().nanos() <= nowNanos) {
      events.remove().action().run();
    }
    return true;
  }

  private void send(int slot) {
    if (run.maySend(slot)) {
      Call call = new Call(slot);
      at(nowNanos + way(), () -> arrive(call));
    }
  }

  private void arrive(Call call) {
    int[] prompt = prompt(run.phase.workload());
    call.engine = run.phase.strategy().map(s -> route(s, prompt)).orElse(0);
    boolean randomRoute =
        run.phase.strategy().equals(java.util.Optional.of(RoutingStrategy.RANDOM));
    var asked = new Sequence.Prompt(prompt, config.serve().engine().blockTokens(), randomRoute);
    call.sequence = new Sequence(asked, OUTPUT_TOKENS, call::token);
    inFlight.get(call.engine).add(call);
    engines.get(call.engine).submit(call.sequence, nowNanos);
  }

  private int route(RoutingStrategy strategy, int[] prompt) {
    List<Router.Candidate> ready = new ArrayList<>();
    for (int i = 0; i < engines.size(); i++) {
      if (!evicted[i]) {
        ready.add(new Router.Candidate("r" + (i + 1), inFlight.get(i).size()));
      }
    }
    String chosen = router.choose(strategy, ready, BlockHashes.of(prompt, 64)).orElseThrow();
    return chosen.equals("r1") ? 0 : 1;
  }

  private void evict(int engine) {
    evicted[engine] = true;
    for (Call call : Set.copyOf(inFlight.get(engine))) {
      inFlight.get(engine).remove(call);
      engines.get(engine).cancel(call.sequence);
      call.ended(false);
    }
  }

  private int[] prompt(PhaseSpec.Workload workload) {
    int[] ids = new int[workload.tokens];
    Random shared = new Random(random.nextInt(GROUPS));
    for (int i = 0; i < ids.length; i++) {
      ids[i] = i < workload.sharedTokens ? shared.nextInt(100_000) : random.nextInt(100_000);
    }
    return ids;
  }

  private void at(long nanos, Runnable action) {
    events.add(new Event(nanos, order++, action));
  }

  private long way() {
    return (long) wayNanos + random.nextInt(wayNanos);
  }
}
