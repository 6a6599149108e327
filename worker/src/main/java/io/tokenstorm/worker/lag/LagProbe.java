package io.tokenstorm.worker.lag;

import io.tokenstorm.protocol.health.LagSpread;
import io.tokenstorm.worker.loop.EventLoop;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Tells how late event loops run what is due: a thread of its own hands each loop an empty task a
 * hundred times a second and takes the time until it runs. A loop that gets no CPU, or that is busy
 * with one long thing, shows here; its stamps are late by as much.
 *
 * <p>When the whole process stands still (a stop, a safepoint, a machine that gives it no CPU) this
 * thread stands still too and would not see it. So when a second thread was missing at the same
 * time, the probes that were left out count: lags of that stall, a period less, and so on.
 *
 * <p>It watches only between {@link #watch} and {@link #rest}: three hundred wakings a second are
 * much for a worker that has nothing to do, and many may rest on one machine.
 */
public final class LagProbe implements AutoCloseable {
  private static final long EVERY_NANOS = 10_000_000;

  private final List<EventLoop> loops;
  private final LagTally tally;
  private final ScheduledExecutorService clock;
  private final ScheduledExecutorService second;
  private final StallWatch stalls;
  private List<Future<?>> watching = List.of();
  private long dueNanos;

  /**
   * The lag of all loops since the last reading.
   *
   * @param maxNanos the longest, that of a probe that still waits included
   */
  public record Lag(LagSpread spread, long maxNanos) {}

  public LagProbe(List<EventLoop> loops) {
    this.loops = loops;
    this.tally = new LagTally(loops.size(), EVERY_NANOS);
    this.clock = thread("tokenstorm-lag-probe");
    this.second = thread("tokenstorm-lag-witness");
    this.stalls = new StallWatch(EVERY_NANOS, nanos());
  }

  private static ScheduledExecutorService thread(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Probes from now on. Idempotent. */
  public synchronized void watch() {
    if (watching.isEmpty()) {
      long now = nanos();
      watching =
          List.of(
              second.scheduleWithFixedDelay(
                  () -> stalls.beat(nanos()), 0, EVERY_NANOS, TimeUnit.NANOSECONDS),
              clock.schedule(() -> begin(now), 0, TimeUnit.NANOSECONDS),
              clock.scheduleWithFixedDelay(this::probe, 0, EVERY_NANOS, TimeUnit.NANOSECONDS));
    }
  }

  /** Probes no more; what was seen stays to be taken. Idempotent. */
  public synchronized void rest() {
    watching.forEach(task -> task.cancel(false));
    watching = List.of();
  }

  private void begin(long nanos) {
    dueNanos = nanos;
  }

  private void probe() {
    tally.leftOut(stalls.stalledNanos(dueNanos, nanos()));
    for (int i = 0; i < loops.size(); i++) {
      EventLoop loop = loops.get(i);
      int index = i;
      long handed = loop.ticker().nanos();
      tally.handed(index, handed);
      loop.execute(() -> tally.ran(index, loop.ticker().nanos() - handed));
    }
    dueNanos = nanos() + EVERY_NANOS;
  }

  private long nanos() {
    return loops.get(0).ticker().nanos();
  }

  /** The lag since the last call. */
  public Lag take() {
    return tally.take(nanos());
  }

  @Override
  public void close() {
    clock.shutdownNow();
    second.shutdownNow();
  }
}
