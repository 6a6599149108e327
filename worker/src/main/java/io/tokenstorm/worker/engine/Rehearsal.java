package io.tokenstorm.worker.engine;

import com.esotericsoftware.kryo.io.Output;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.plan.TlsOptions;
import io.tokenstorm.protocol.plan.Warmup;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RecordCodec;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.shard.SlotRange;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.worker.client.Clients;
import io.tokenstorm.worker.load.PhaseWork;
import io.tokenstorm.worker.load.RecordSink;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the engine against a server in its own process before anything is measured, so that the code
 * of a request's whole path is compiled by then: code that runs for the first time takes many times
 * as long, and the first answers of a window would all be late by that. Once a process, because
 * compiled code is the JVM's; takes about a second of one core; nothing of it is recorded. The
 * processes of one machine take turns: see {@link RehearsalTurn}.
 */
final class Rehearsal {
  private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
  private static final AtomicReference<@Nullable Rehearsal> FIRST = new AtomicReference<>();

  /** A round ends when it has had so many answers; the compiler acts after five thousand calls. */
  static final int ANSWERS = 3_000;

  /** The longest round, on a machine that is busy with something else. */
  static final Duration LONGEST = Duration.ofSeconds(1);

  /**
   * How long the compiler is waited for after each round, at most. It takes on the less the more it
   * has to do, so the next round is for what it did not take on in this one.
   */
  static final Duration SETTLING = Duration.ofMillis(250);

  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  /** Slots of each round: many in one turn of a loop, as in bursts, then many turns. */
  private static final int[] SLOTS = {16, 4, 1};

  /** How long the last answers of a round are waited for, on a machine without time for them. */
  private static final long END_SECONDS = 10;

  /** How long other processes of this machine may rehearse first, while no phase waits. */
  static final Duration OTHERS_FIRST = Duration.ofMinutes(5);

  /** The same once a phase waits: far less than the coordinator waits for workers to make ready. */
  static final Duration OTHERS_FIRST_WHEN_NEEDED = Duration.ofSeconds(15);

  private final EngineSystem system;
  private final Clients clients;
  private final Ticker ticker;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private final LongAdder answers = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final AtomicBoolean begun = new AtomicBoolean();
  private volatile long begunNanos;
  private volatile long neededNanos = Long.MAX_VALUE;

  Rehearsal(EngineSystem system, Clients clients) {
    this.system = system;
    this.clients = clients;
    this.ticker = system.loops().get(0).ticker();
  }

  /** The rehearsal of this process; on this engine's loops if there was none. */
  static Rehearsal ofProcess(EngineSystem system, Clients clients) {
    Rehearsal mine = new Rehearsal(system, clients);
    Rehearsal first = FIRST.compareAndExchange(null, mine);
    return first == null ? mine : first;
  }

  /** Begins, in the background, unless it has begun. */
  void begin() {
    if (begun.compareAndSet(false, true)) {
      system.background().execute(this::run);
    }
  }

  /** Waits until it is over: a phase needs it. */
  void await() {
    begin();
    if (neededNanos == Long.MAX_VALUE) {
      neededNanos = ticker.nanos();
    }
    over.join();
  }

  /** Ends it before its time if it runs on this system's loops, which are to be closed. */
  void leave(EngineSystem closing) {
    if (closing == system) {
      stopped.countDown();
      if (begun.compareAndSet(false, true)) {
        over.complete(null);
        FIRST.compareAndSet(this, null);
      }
      over.join();
    }
  }

  /** Rehearses; returns when it is over. A rehearsal that is not possible is said, and no error. */
  void run() {
    begunNanos = ticker.nanos();
    try (RehearsalTurn turn = RehearsalTurn.take(RehearsalTurn.place(), this::mayWait);
        RehearsalServer server = RehearsalServer.open()) {
      LOG.debug("rehearses {}", turn.isTaken() ? "in its turn" : "beside others");
      rehearse(server);
    } catch (IOException | RuntimeException | ExecutionException | TimeoutException e) {
      LOG.warn("no rehearsal: the first requests will be slower than later ones", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      over.complete(null);
    }
  }

  /** Waits for other processes, unless that took long enough or nobody needs a rehearsal. */
  private boolean mayWait(Duration longest) throws InterruptedException {
    if (stopped.await(longest.toNanos(), TimeUnit.NANOSECONDS)) {
      return false;
    }
    return patience(begunNanos, neededNanos, ticker.nanos());
  }

  /** Whether others may still rehearse first. */
  static boolean patience(long begunNanos, long neededNanos, long nowNanos) {
    boolean needed = neededNanos != Long.MAX_VALUE;
    return nowNanos - begunNanos < OTHERS_FIRST.toNanos()
        && !(needed && nowNanos - neededNanos >= OTHERS_FIRST_WHEN_NEEDED.toNanos());
  }

  private void rehearse(RehearsalServer server)
      throws InterruptedException, ExecutionException, TimeoutException {
    long begun = ticker.nanos();
    system.background().execute(server::run);
    for (int round = 0; round < SLOTS.length && stopped.getCount() > 0; round++) {
      round(round, server.port());
      awaitCompiler();
    }
    LOG.info(
        stopped.getCount() > 0
            ? "rehearsed {} requests in {} ms, so that the code is compiled before anything counts;"
                + " {} failed"
            : "the rehearsal ended early, after {} requests in {} ms, as its engine closes; {}"
                + " failed",
        answers.sum(),
        (ticker.nanos() - begun) / 1_000_000,
        failures.sum());
  }

  private void round(int round, int port)
      throws InterruptedException, ExecutionException, TimeoutException {
    RehearsalGate gate = RehearsalGate.of(round, SLOTS[round]);
    PhaseRun run = new PhaseRun(system, clients, work(round, port), gate, sink(round));
    run.start();
    try {
      awaitAnswers();
    } finally {
      gate.close();
      run.stop();
    }
    run.over().get(END_SECONDS, TimeUnit.SECONDS);
  }

  private void awaitAnswers() throws InterruptedException {
    long goal = answers.sum() + ANSWERS;
    long end = ticker.nanos() + LONGEST.toNanos();
    boolean early = false;
    while (!early && answers.sum() < goal && ticker.nanos() < end) {
      early = stopped.await(LOOK_EVERY.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /** What is still to be compiled is compiled fastest while nothing else runs. */
  private void awaitCompiler() throws InterruptedException {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    if (compiler == null || !compiler.isCompilationTimeMonitoringSupported()) {
      return;
    }
    long end = ticker.nanos() + SETTLING.toNanos();
    long before = -1;
    long spent = compiler.getTotalCompilationTime();
    while (spent != before && ticker.nanos() < end) {
      before = spent;
      boolean unused = stopped.await(LOOK_EVERY.toNanos(), TimeUnit.NANOSECONDS);
      spent = compiler.getTotalCompilationTime();
    }
  }

  /** A class of its own each round, for the reason that {@link RehearsalGate} gives. */
  private RecordSink sink(int round) {
    return switch (round) {
      case 0 -> this::pack;
      case 1 -> this::count;
      default -> record -> count(record);
    };
  }

  private void pack(RequestRecord record) {
    RecordCodec.write(new Output(256, -1), List.of(record));
    count(record);
  }

  private void count(RequestRecord record) {
    if (record.succeeded()) {
      answers.increment();
    } else if (record.outcome() instanceof Outcome.Failed) {
      failures.increment();
    }
  }

  long answers() {
    return answers.sum();
  }

  long failures() {
    return failures.sum();
  }

  private static PhaseWork work(int round, int port) {
    RequestSpec spec = new RequestSpec(Api.OPENAI_CHAT, 1, true, true, Map.of(), Map.of());
    Duration limit = Duration.ofSeconds(5);
    Phase phase =
        new Phase(
            "rehearsal",
            "rehearsal",
            "rehearsal",
            SLOTS[round],
            spec,
            Warmup.NONE,
            new Measure(LONGEST, 0),
            new Timeouts(limit, limit, limit),
            List.of());
    URI target = URI.create("http://127.0.0.1:" + port);
    return new PhaseWork(
        "rehearsal",
        1,
        round,
        phase,
        new Route("rehearsal", List.of(target), Map.of(), null, TlsOptions.DEFAULT),
        new Workload("rehearsal", 50, null),
        "rehearsal",
        7,
        "rehearsal",
        1.0,
        null,
        new SlotRange(0, SLOTS[round]),
        Map.of());
  }
}
