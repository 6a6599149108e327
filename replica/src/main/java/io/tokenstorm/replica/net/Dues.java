package io.tokenstorm.replica.net;

import java.util.PriorityQueue;

/** Things to do at an instant, earliest first, equal instants in the order they were added. */
public final class Dues {
  private record Due(long nanos, long order, Runnable action) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final PriorityQueue<Due> heap = new PriorityQueue<>();
  private long added;

  /** Adds something to do. */
  public void add(long nanos, Runnable action) {
    heap.add(new Due(nanos, added++, action));
  }

  /** When the first of them is due; {@code Long.MAX_VALUE} if there is none. */
  public long nextNanos() {
    Due first = heap.peek();
    return first == null ? Long.MAX_VALUE : first.nanos();
  }

  /** Does all that is due. */
  public void runDue(long nowNanos) {
    while (nextNanos() <= nowNanos) {
      heap.remove().action().run();
    }
  }
}
