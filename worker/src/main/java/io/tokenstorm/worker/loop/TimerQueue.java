package io.tokenstorm.worker.loop;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Timers by the instant they are due: a binary heap in which each timer knows its place. */
final class TimerQueue {
  private @Nullable LoopTimer[] heap = new LoopTimer[16];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  /** When the next timer is due; only if there is one. */
  long nextDueNanos() {
    return at(0).dueNanos;
  }

  void set(LoopTimer timer, long dueNanos) {
    if (timer.place == LoopTimer.NOT_QUEUED) {
      if (size == heap.length) {
        heap = Arrays.copyOf(heap, size * 2);
      }
      timer.dueNanos = dueNanos;
      up(timer, size++);
    } else {
      long before = timer.dueNanos;
      timer.dueNanos = dueNanos;
      if (dueNanos - before < 0) {
        up(timer, timer.place);
      } else {
        down(timer, timer.place);
      }
    }
  }

  void remove(LoopTimer timer) {
    int place = timer.place;
    if (place == LoopTimer.NOT_QUEUED) {
      return;
    }
    timer.place = LoopTimer.NOT_QUEUED;
    LoopTimer last = at(--size);
    heap[size] = null;
    if (last != timer) {
      down(last, place);
      up(last, last.place);
    }
  }

  /** Takes out the first timer if it is due. */
  @Nullable LoopTimer pollDue(long nowNanos) {
    if (size == 0 || at(0).dueNanos - nowNanos > 0) {
      return null;
    }
    LoopTimer timer = at(0);
    remove(timer);
    return timer;
  }

  private LoopTimer at(int place) {
    LoopTimer timer = heap[place];
    if (timer == null) {
      throw new IllegalStateException("no timer at " + place);
    }
    return timer;
  }

  private void up(LoopTimer timer, int from) {
    int place = from;
    while (place > 0) {
      int parent = (place - 1) >>> 1;
      LoopTimer above = at(parent);
      if (above.dueNanos - timer.dueNanos <= 0) {
        break;
      }
      put(above, place);
      place = parent;
    }
    put(timer, place);
  }

  private void down(LoopTimer timer, int from) {
    int place = from;
    while (2 * place + 1 < size) {
      int child = 2 * place + 1;
      if (child + 1 < size && at(child + 1).dueNanos - at(child).dueNanos < 0) {
        child++;
      }
      if (timer.dueNanos - at(child).dueNanos <= 0) {
        break;
      }
      put(at(child), place);
      place = child;
    }
    put(timer, place);
  }

  private void put(LoopTimer timer, int place) {
    heap[place] = timer;
    timer.place = place;
  }
}
