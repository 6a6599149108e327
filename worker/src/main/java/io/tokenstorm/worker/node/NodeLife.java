package io.tokenstorm.worker.node;

import io.tokenstorm.worker.actor.WorkerEnd;
import org.jspecify.annotations.Nullable;

/**
 * Decides how a worker's life goes on: each event makes one step due. Incarnations follow each
 * other until the life is to end; then the present one ends, and with it the life.
 *
 * <p>Invariant: once told to leave, or to end, no incarnation begins; the life is over exactly
 * once, at the latest when the present incarnation is gone, and that one is made to end if it does
 * not go by itself. Whoever asks for a departure while an incarnation ends on its own is not
 * forgotten. Not thread-safe.
 */
final class NodeLife {
  /** What is due. */
  sealed interface Step {
    /** Nothing. */
    record Nothing() implements Step {}

    /** Start the next incarnation and tell how that went. */
    record Begin() implements Step {}

    /** Tell after a pause that the next try is due. */
    record BeginLater() implements Step {}

    /**
     * Ask the incarnation to leave in good order, and tell when it had time enough.
     *
     * @param reason for a person
     */
    record Ask(String reason) implements Step {}

    /** End the incarnation's actor system; it is told when that is gone. */
    record Close() implements Step {}

    /**
     * It is over.
     *
     * @param end why
     */
    record Finish(WorkerEnd end) implements Step {}
  }

  private enum State {
    /** Between two incarnations, or before the first. */
    ABSENT,
    /** An incarnation lives, or ends by itself. */
    PRESENT,
    /** The incarnation was told to end. */
    CLOSING,
    OVER
  }

  private static final Step NOTHING = new Step.Nothing();

  private final int retries;
  private State state = State.ABSENT;
  private int number;
  private int triesLeft;
  private @Nullable WorkerEnd end;
  private @Nullable WorkerEnd leaving;

  /**
   * A life whose first incarnation is being started.
   *
   * @param retries how often an incarnation that does not start is tried again
   */
  NodeLife(int retries) {
    this.retries = retries;
    this.triesLeft = retries;
  }

  /** Whether no further incarnation will begin. */
  boolean isEnding() {
    return state == State.OVER || end != null || leaving != null;
  }

  /** An incarnation was started. */
  void begun(int newNumber) {
    if (state == State.ABSENT) {
      state = State.PRESENT;
      number = newNumber;
      triesLeft = retries;
    }
  }

  /** An incarnation could not be started. */
  Step cannotBegin(String why) {
    if (state != State.ABSENT) {
      return NOTHING;
    }
    if (triesLeft == 0) {
      return finish(new WorkerEnd(WorkerEnd.Reason.FAILED, "cannot start again: " + why));
    }
    triesLeft--;
    return new Step.BeginLater();
  }

  /** The pause before the next try is over. */
  Step tryDue() {
    return state == State.ABSENT ? new Step.Begin() : NOTHING;
  }

  /** Whoever runs the worker wants it to end in good order. */
  Step toldToLeave(String reason) {
    if (leaving == null) {
      leaving = new WorkerEnd(WorkerEnd.Reason.LEFT, reason);
    }
    return switch (state) {
      case ABSENT -> finish(leaving);
      case PRESENT -> new Step.Ask(leaving.detail());
      case CLOSING, OVER -> NOTHING;
    };
  }

  /** An incarnation that was asked to leave had all the time that this may take. */
  Step leaveOverdue(int ofNumber) {
    return state == State.PRESENT && number == ofNumber && leaving != null
        ? toldToEnd(leaving)
        : NOTHING;
  }

  /** The life is to end, for a reason of the worker's own; the first one counts. */
  Step toldToEnd(WorkerEnd why) {
    if (state == State.OVER || end != null) {
      return NOTHING;
    }
    end = why;
    if (state == State.ABSENT) {
      return finish(why);
    }
    state = State.CLOSING;
    return new Step.Close();
  }

  /** An incarnation is gone, or is waited for no longer. */
  Step gone(int ofNumber) {
    if (number != ofNumber || (state != State.PRESENT && state != State.CLOSING)) {
      return NOTHING;
    }
    state = State.ABSENT;
    if (end != null) {
      return finish(end);
    }
    return leaving == null ? new Step.Begin() : finish(leaving);
  }

  private Step finish(WorkerEnd why) {
    state = State.OVER;
    return new Step.Finish(why);
  }
}
