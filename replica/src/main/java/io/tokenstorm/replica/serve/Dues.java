package io.tokenstorm.replica.serve;

import java.util.PriorityQueue;

/** Things to do at an instant, earliest first, equal instants in the order they were added. */
final class Dues {
  private record Due(long nanos, long order, Runnable action) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final PriorityQueue<Due> heap = new PriorityQueue<>();
  private long added;

  void add(long nanos, Runnable action) {
    heap.add(new Due(nanos, added++, action));
  }

  long nextNanos() {
    Due first = heap.peek();
    return first == null ? Long.MAX_VALUE : first.nanos();
  }

  void runDue(long nowNanos) {
    while (nextNanos() <= nowNanos) {
      heap.remove().action().run();
    }
  }
}
