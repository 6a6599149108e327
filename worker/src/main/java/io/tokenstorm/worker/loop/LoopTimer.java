package io.tokenstorm.worker.loop;

/**
 * One timer of an event loop, to be set as often as one likes; at most one firing is pending. Only
 * used on the loop's thread.
 */
public final class LoopTimer {
  static final int NOT_QUEUED = -1;

  private final TimerQueue queue;
  private final Runnable action;
  long dueNanos;
  int place = NOT_QUEUED;

  LoopTimer(TimerQueue queue, Runnable action) {
    this.queue = queue;
    this.action = action;
  }

  /**
   * Sets the timer to fire at this instant of the loop's ticker, instead of any earlier setting.
   */
  public void set(long nanos) {
    queue.set(this, nanos);
  }

  /** Takes the setting back. */
  public void cancel() {
    queue.remove(this);
  }

  void fire() {
    action.run();
  }
}
