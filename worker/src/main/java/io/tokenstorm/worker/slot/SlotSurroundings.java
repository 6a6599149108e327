package io.tokenstorm.worker.slot;

/** What a slot needs of the thread it lives on. */
public interface SlotSurroundings {
  /** A timer for this slot. */
  SlotTimer timer(Runnable action);

  /** Runs a task on the slot's thread; may be called from any thread. */
  void execute(Runnable task);

  SlotEvents events();
}
