package io.tokenstorm.cluster.simulation.world;

import java.time.Duration;
import java.util.PriorityQueue;

/**
 * True time, nanoseconds from the start of a run, and what is going to happen. Events run one after
 * another, those of one instant in the order they were written; nothing waits for a real clock.
 */
public final class Timeline {
  private final PriorityQueue<Event> events = new PriorityQueue<>(256);
  private long nowNanos;
  private long written;

  private record Event(long atNanos, long number, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return atNanos == other.atNanos
          ? Long.compare(number, other.number)
          : Long.compare(atNanos, other.atNanos);
    }
  }

  /** The true time. */
  public long nowNanos() {
    return nowNanos;
  }

  /** Runs an action at an instant; one that has passed means now. */
  public void at(long nanos, Runnable action) {
    events.add(new Event(Math.max(nanos, nowNanos), written++, action));
  }

  /** Runs an action after a while. */
  public void after(Duration delay, Runnable action) {
    at(nowNanos + delay.toNanos(), action);
  }

  /** How many events have been written so far. */
  public long written() {
    return written;
  }

  /**
   * Lets the next event happen.
   *
   * @return false if there is none before the limit; then nothing happened
   */
  public boolean step(long limitNanos) {
    Event next = events.peek();
    if (next == null || next.atNanos() > limitNanos) {
      return false;
    }
    events.remove();
    nowNanos = next.atNanos();
    next.action().run();
    return true;
  }
}
