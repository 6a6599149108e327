package io.tokenstorm.coordinator.simulation;

import java.util.PriorityQueue;

/**
 * Time that passes only from one scheduled action to the next. Ties keep the order of scheduling.
 */
public final class VirtualClock {
  private final PriorityQueue<Entry> queue = new PriorityQueue<>();
  private long nowNanos = 5_000_000_000L;
  private long count;

  private record Entry(long atNanos, long order, Runnable action) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      int byTime = Long.compare(atNanos, other.atNanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  public long nanos() {
    return nowNanos;
  }

  /** Has an action done later; at once, but after what is due now, if the delay is 0. */
  public void after(long delayNanos, Runnable action) {
    queue.add(new Entry(nowNanos + Math.max(0, delayNanos), count++, action));
  }

  /** Does the next action; false if there is none. */
  public boolean step() {
    Entry next = queue.poll();
    if (next == null) {
      return false;
    }
    nowNanos = next.atNanos();
    next.action().run();
    return true;
  }
}
