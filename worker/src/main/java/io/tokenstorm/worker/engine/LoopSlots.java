package io.tokenstorm.worker.engine;

import io.tokenstorm.worker.loop.EventLoop;
import io.tokenstorm.worker.slot.SlotLoop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The slots of one loop in one phase; used on the loop's thread only. Opens at most {@link
 * #MAX_OPENING} first connections at a time, so that a server's listen queue does not overflow.
 */
final class LoopSlots {
  static final int MAX_OPENING = 64;

  private final List<SlotLoop> slots = new ArrayList<>();
  private final ArrayDeque<SlotLoop> unopened = new ArrayDeque<>();
  private int opening;
  private boolean stopped;

  static Map<EventLoop, LoopSlots> perLoop(List<EventLoop> loops) {
    Map<EventLoop, LoopSlots> map = new HashMap<>(); // loops compare by identity
    loops.forEach(loop -> map.put(loop, new LoopSlots()));
    return map;
  }

  void add(SlotLoop slot) {
    slots.add(slot);
    if (stopped) {
      slot.stop();
    } else if (opening < MAX_OPENING) {
      opening++;
      slot.start();
    } else {
      unopened.add(slot);
    }
  }

  /** One first connection was opened, or found impossible. */
  void openNext() {
    opening--;
    SlotLoop next = unopened.poll();
    if (next != null && !stopped) {
      opening++;
      next.start();
    }
  }

  void remove(SlotLoop slot) {
    slots.remove(slot);
  }

  void forEach(Consumer<SlotLoop> action) {
    slots.forEach(action);
  }

  void stop() {
    stopped = true;
    unopened.clear();
    slots.forEach(SlotLoop::stop);
  }
}
