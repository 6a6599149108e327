package io.tokenstorm.worker.loop;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Tells how late event loops run what is due: a thread of its own hands each loop an empty task a
 * hundred times a second and takes the time until it runs. A loop that gets no CPU, or that is busy
 * with one long thing, shows here; its stamps are late by as much.
 */
public final class LagProbe implements AutoCloseable {
  private static final int EVERY_MILLIS = 10;
  private static final int MAX_SAMPLES = 16 * 1024;

  private final List<EventLoop> loops;
  private final ScheduledExecutorService clock;
  private final long[] samples = new long[MAX_SAMPLES];
  private int count;

  /**
   * The lag since the last reading, nanoseconds.
   *
   * @param p99 by nearest rank; 0 if nothing was measured
   * @param max the longest
   */
  public record Lag(long p99, long max) {}

  public LagProbe(List<EventLoop> loops) {
    this.loops = loops;
    this.clock =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "tokenstorm-lag-probe");
              thread.setDaemon(true);
              return thread;
            });
  }

  public void start() {
    var unused = clock.scheduleWithFixedDelay(this::probe, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void probe() {
    for (EventLoop loop : loops) {
      long handed = loop.ticker().nanos();
      loop.execute(() -> add(loop.ticker().nanos() - handed));
    }
  }

  private synchronized void add(long nanos) {
    if (count < MAX_SAMPLES) {
      samples[count++] = nanos;
    } else {
      samples[0] = Math.max(samples[0], nanos); // nobody reads: the longest is kept
    }
  }

  /** The lag since the last call. */
  public Lag take() {
    long[] sorted = takeSamples();
    if (sorted.length == 0) {
      return new Lag(0, 0);
    }
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(sorted.length * 0.99) - 1;
    return new Lag(sorted[rank], sorted[sorted.length - 1]);
  }

  private synchronized long[] takeSamples() {
    long[] taken = Arrays.copyOf(samples, count);
    count = 0;
    return taken;
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
