package io.tokenstorm.worker.engine;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.worker.client.Clients;
import io.tokenstorm.worker.load.EngineStatus;
import io.tokenstorm.worker.load.LoadEngine;
import io.tokenstorm.worker.load.LoadProbe;
import io.tokenstorm.worker.load.PhaseWork;
import io.tokenstorm.worker.load.RecordSink;
import io.tokenstorm.worker.load.SendGate;
import io.tokenstorm.worker.loop.LoopCounters;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The measuring engine on event loops of its own; see {@link Engines}. Thread-safe. */
public final class MeasuringEngine implements LoadEngine, LoadProbe {
  private static final Logger LOG = LoggerFactory.getLogger(MeasuringEngine.class);

  private static final long CLOSE_SECONDS = 5;

  private final EngineSystem system;
  private final Clients clients;
  private final @Nullable Rehearsal rehearsal;
  private final LoopMeter meter;
  private @Nullable PhaseRun run;
  private String failure = "";
  private long generation;
  private boolean closed;

  MeasuringEngine(EngineOptions options, Clients clients) {
    this.clients = clients;
    system = new EngineSystem(options.loops());
    rehearsal = options.rehearses() ? Rehearsal.ofProcess(system, clients) : null;
    meter = new LoopMeter(system.loops(), system.lag());
  }

  @Override
  public void rehearse() {
    if (rehearsal != null) {
      rehearsal.begin();
    }
  }

  @Override
  public synchronized void prepare(PhaseWork work, SendGate gate, RecordSink sink) {
    if (closed) {
      throw new IllegalStateException("the engine is closed");
    }
    stopRun();
    system.lag().watch();
    failure = "";
    long mine = ++generation;
    system.background().execute(() -> begin(mine, work, gate, sink));
  }

  private void begin(long mine, PhaseWork work, SendGate gate, RecordSink sink) {
    try {
      if (rehearsal != null) {
        rehearsal.await();
      }
      PhaseRun prepared = new PhaseRun(system, clients, work, gate, sink);
      if (adopt(mine, prepared)) {
        prepared.start();
      } else {
        prepared.stop();
      }
    } catch (RuntimeException e) {
      LOG.error("{} cannot be prepared: {}", work, e.toString());
      fail(mine, String.valueOf(e.getMessage()));
    }
  }

  private synchronized boolean adopt(long mine, PhaseRun prepared) {
    boolean current = mine == generation && !closed;
    if (current) {
      run = prepared;
    }
    return current;
  }

  private synchronized void fail(long mine, String why) {
    if (mine == generation) {
      failure = why;
    }
  }

  @Override
  public synchronized void rest() {
    generation++;
    stopRun();
    system.lag().rest();
  }

  @Override
  public synchronized void gateChanged() {
    if (run != null) {
      run.gateChanged(system.loops().get(0).ticker().nanos());
    }
  }

  @Override
  public synchronized void cut() {
    if (run != null) {
      run.cut();
    }
  }

  @Override
  public synchronized EngineStatus status() {
    return run == null ? new EngineStatus(false, 0, 0, failure) : run.status();
  }

  @Override
  public synchronized LoopReadings takeReadings() {
    if (run == null) {
      return meter.take(0, 0);
    }
    long events = 0;
    for (LoadStage stage : LoadStage.values()) {
      events += run.streamedEvents(stage);
    }
    return meter.take(events, run.prompts().starved());
  }

  @Override
  public synchronized long streamedEvents(LoadStage stage) {
    return run == null ? 0 : run.streamedEvents(stage);
  }

  /** What each event loop has done since the engine was made. */
  public List<LoopCounters.Snapshot> loops() {
    return system.loops().stream().map(loop -> loop.counters().snapshot()).toList();
  }

  private void stopRun() {
    if (run != null) {
      run.stop();
      run = null;
      meter.restarted();
    }
  }

  @Override
  public void close() {
    PhaseRun last = closeOnce();
    if (rehearsal != null) {
      rehearsal.leave(system);
    }
    if (last != null) {
      try {
        last.over().get(CLOSE_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException | TimeoutException e) {
        LOG.warn("Some slots had not handed over their last record when the engine closed");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    system.close();
  }

  private synchronized @Nullable PhaseRun closeOnce() {
    closed = true;
    PhaseRun last = run;
    stopRun();
    return last;
  }
}
