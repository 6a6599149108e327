package io.tokenstorm.worker.actor;

import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.Stage;

/**
 * What in a status is worth telling at once, without waiting for the next directive: that the phase
 * is prepared, that all slots are done, that a worker whose slots are done has come to rest, that
 * something is wrong.
 */
record Noteworthy(
    boolean planKnown, boolean prepared, boolean done, boolean atRest, String problem) {

  static Noteworthy of(WorkerStatus status, int slots) {
    boolean done =
        switch (status.stage()) {
          case IDLE, ARMED -> false;
          case WARMUP -> status.warmup().slotsDone() >= slots;
          case MEASURE -> status.measure().slotsDone() >= slots;
          case DRAIN, SETTLED -> true;
        };
    // while slots still send, none in flight is only the pause between two requests
    boolean ending = done || status.stage() == Stage.IDLE;
    return new Noteworthy(
        status.planKnown(),
        status.prepared(),
        done,
        ending && isAtRest(status),
        withoutNumbers(status.problem()));
  }

  /** Nothing in flight, and every request accounted for. */
  static boolean isAtRest(WorkerStatus status) {
    return status.inFlight() == 0
        && status.warmup().isAccounted()
        && status.measure().isAccounted();
  }

  /** A growing count of losses is one problem. */
  private static String withoutNumbers(String problem) {
    return problem.replaceAll("[0-9]+", "#");
  }
}
