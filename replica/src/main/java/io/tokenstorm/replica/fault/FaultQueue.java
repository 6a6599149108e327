package io.tokenstorm.replica.fault;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** The faults asked for, in order; each request takes at most one. Not thread-safe. */
public final class FaultQueue {
  private final Deque<FaultSpec> waiting = new ArrayDeque<>();
  private int usedOfFirst;

  /** Adds a fault behind those that wait. */
  public void add(FaultSpec fault) {
    waiting.addLast(fault);
  }

  /** Forgets all. */
  public void clear() {
    waiting.clear();
    usedOfFirst = 0;
  }

  /** The fault of the next request. */
  public Optional<FaultSpec> next() {
    FaultSpec first = waiting.peekFirst();
    if (first == null) {
      return Optional.empty();
    }
    if (first.count() > 0 && ++usedOfFirst >= first.count()) {
      waiting.removeFirst();
      usedOfFirst = 0;
    }
    return Optional.of(first);
  }
}
