package io.tokenstorm.worker.node;

import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.worker.load.EngineStatus;
import io.tokenstorm.worker.load.LoadEngine;
import io.tokenstorm.worker.load.PhaseWork;
import io.tokenstorm.worker.load.RecordSink;
import io.tokenstorm.worker.load.SendDecision;
import io.tokenstorm.worker.load.SendDecision.Send;
import io.tokenstorm.worker.load.SendDecision.WaitUntil;
import io.tokenstorm.worker.load.SendGate;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * An engine that asks the real gate and sends nothing: each request takes a fixed time and
 * succeeds. One thread is its event loop. Remembers every send.
 */
final class ScriptedEngine implements LoadEngine {
  private final Ticker ticker = Ticker.system();
  private final ScheduledExecutorService loop =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "scripted-loop");
            thread.setDaemon(true);
            return thread;
          });
  private final Duration latency;
  private final Consumer<RequestKey> truth;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final Map<RequestKey, Long> sentNanos = new ConcurrentHashMap<>();

  // of the event loop alone
  private final Set<RequestKey> over = new HashSet<>();
  private final Map<Integer, Runnable> running = new HashMap<>();
  private final Map<Integer, ScheduledFuture<?>> waiting = new HashMap<>();

  private volatile CountDownLatch stuck = new CountDownLatch(0);
  private volatile boolean prepared;
  private volatile PhaseWork work;
  private SendGate gate;
  private RecordSink sink;

  ScriptedEngine(Duration latency) {
    this(latency, key -> {});
  }

  /**
   * @param truth told of each send, after the gate allowed it
   */
  ScriptedEngine(Duration latency, Consumer<RequestKey> truth) {
    this.latency = latency;
    this.truth = truth;
  }

  /** Whoever asks for its status from now on waits; the returned latch frees them. */
  CountDownLatch getStuck() {
    stuck = new CountDownLatch(1);
    return stuck;
  }

  /** When each request was sent. */
  Map<RequestKey, Long> sent() {
    return sentNanos;
  }

  PhaseWork work() {
    return work;
  }

  @Override
  public void prepare(PhaseWork newWork, SendGate newGate, RecordSink newSink) {
    prepared = false;
    loop.execute(
        () -> {
          cutRunning();
          work = newWork;
          gate = newGate;
          sink = newSink;
          prepared = true;
          stepIdle();
        });
  }

  @Override
  public void gateChanged() {
    loop.execute(this::stepIdle);
  }

  @Override
  public void cut() {
    loop.execute(this::cutRunning);
  }

  @Override
  public EngineStatus status() {
    try {
      stuck.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new EngineStatus(prepared, inFlight.get(), 0, "");
  }

  @Override
  public void close() {
    if (!loop.isShutdown()) {
      loop.execute(this::cutRunning);
      loop.execute(loop::shutdownNow);
      try {
        boolean ended = loop.awaitTermination(5, TimeUnit.SECONDS);
        assert ended;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void cutRunning() {
    waiting.values().forEach(wait -> wait.cancel(false));
    waiting.clear();
    Map.copyOf(running).values().forEach(Runnable::run);
  }

  private void stepIdle() {
    if (work != null) {
      for (int slot = work.slots().first(); slot < work.slots().end(); slot++) {
        if (!running.containsKey(slot)) {
          step(slot);
        }
      }
    }
  }

  private void step(int slot) {
    long now = ticker.nanos();
    SendDecision decision = gate.ask(slot, now);
    if (decision instanceof Send send) {
      send(
          new RequestKey(work.epoch(), work.phaseIndex(), send.stage(), slot, send.ordinal()), now);
    } else if (decision instanceof WaitUntil wait) {
      ScheduledFuture<?> old = waiting.put(slot, later(() -> step(slot), wait.nanos() - now));
      if (old != null) {
        old.cancel(false);
      }
    }
  }

  private void send(RequestKey key, long now) {
    truth.accept(key);
    sentNanos.put(key, now);
    inFlight.incrementAndGet();
    RecordSink owner = sink;
    running.put(key.slot(), () -> end(key, now, Outcome.CUT, owner));
    ScheduledFuture<?> unused =
        later(
            () -> {
              if (running.containsKey(key.slot()) && sentNanos.get(key) == now) {
                if (end(key, now, Outcome.COMPLETED, owner)) {
                  step(key.slot());
                }
              }
            },
            latency.toNanos());
  }

  private boolean end(RequestKey key, long sent, Outcome outcome, RecordSink owner) {
    if (!over.add(key)) {
      return false;
    }
    running.remove(key.slot());
    long e2e = ticker.nanos() - sent;
    long gap = 1_000_000;
    owner.accept(
        new RequestRecord(
            key,
            "scripted",
            new Instants(sent, 0, -1, 0, 0, e2e - gap, e2e - gap, e2e, e2e),
            Gaps.of(gap),
            outcome,
            new TokenCounts(2, TokenSource.USAGE, 10, TokenSource.USAGE, 10, 2),
            "stop",
            100));
    inFlight.decrementAndGet();
    return true;
  }

  private ScheduledFuture<?> later(Runnable task, long nanos) {
    return loop.schedule(task, Math.max(0, nanos), TimeUnit.NANOSECONDS);
  }
}
