package io.tokenstorm.cluster.simulation.check;

import io.tokenstorm.cluster.simulation.history.Witness;
import io.tokenstorm.cluster.simulation.world.Timeline;
import io.tokenstorm.coordinator.ledger.SpoolId;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.protocol.record.RequestRecord;
import java.time.Duration;

/**
 * A run that ends because a worker was lost has its verdict within a bound of what went wrong last,
 * or of the last record that came.
 */
final class TerminationCheck implements Witness {
  /** The bound. */
  static final Duration VERDICT = Duration.ofSeconds(15);

  /** A sign of life of a dead worker may come this late, where messages are held up. */
  private static final Duration STRAGGLING = Duration.ofSeconds(4);

  private final Timeline timeline;
  private final Violations violations;
  private Duration heldUp = Duration.ZERO;
  private long faultedAtNanos;
  private long storedAtNanos;

  TerminationCheck(Timeline timeline, Violations violations) {
    this.timeline = timeline;
    this.violations = violations;
  }

  @Override
  public void faulted(String what, String who) {
    faultedAtNanos = timeline.nowNanos();
    if (what.equals("STRAGGLERS")) {
      heldUp = STRAGGLING;
    }
  }

  @Override
  public void healed(String what, String who) {
    if (who.equals("coordinator")) {
      faultedAtNanos = timeline.nowNanos();
    }
  }

  @Override
  public void stored(SpoolId spool, long seq, RequestRecord record) {
    storedAtNanos = timeline.nowNanos();
  }

  @Override
  public void ended(String run, EndReason reason) {
    long took = timeline.nowNanos() - Math.max(faultedAtNanos, storedAtNanos);
    boolean loss =
        reason.verdict() == Verdict.INVALID
            && (reason.cause() == EndCause.WORKER_LOST || reason.cause() == EndCause.STORAGE);
    if (loss && took > VERDICT.plus(heldUp).toNanos()) {
      violations.add(
          Invariant.TERMINATION,
          "%s had its verdict after %.3f s: %s".formatted(run, took / 1e9, reason));
    }
  }

  /** A run that has no verdict although nothing is left to wait for. */
  void endless(String run, String waitingFor) {
    violations.add(Invariant.TERMINATION, "%s does not end: %s".formatted(run, waitingFor));
  }
}
