package io.tokenstorm.cluster.simulation.check;

import io.tokenstorm.cluster.simulation.history.Witness;
import io.tokenstorm.cluster.simulation.world.Timeline;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.run.spec.RunTimings;
import java.time.Duration;

/** A cancelled run ends as cancelled, once what runs has had its time; by force, soon. */
final class CancelCheck implements Witness {
  private final Timeline timeline;
  private final Violations violations;
  private final Duration totalTimeout;
  private String cancelled = "";
  private boolean forced;
  private long atNanos;
  private long disturbedAtNanos;

  CancelCheck(Timeline timeline, Duration totalTimeout, Violations violations) {
    this.timeline = timeline;
    this.totalTimeout = totalTimeout;
    this.violations = violations;
  }

  @Override
  public void cancels(String run, boolean force) {
    if (cancelled.isEmpty()) {
      cancelled = run;
      atNanos = timeline.nowNanos();
    }
    forced |= force;
  }

  @Override
  public void faulted(String what, String who) {
    disturbedAtNanos = timeline.nowNanos();
  }

  /** A run that is taken up again goes on: its user asked for that last. */
  @Override
  public void healed(String what, String who) {
    disturbedAtNanos = timeline.nowNanos();
    if (what.equals("KILL_COORDINATOR")) {
      cancelled = "";
      forced = false;
    }
  }

  @Override
  public void ended(String run, EndReason reason) {
    if (!run.equals(cancelled)) {
      return;
    }
    if (reason.verdict() != Verdict.CANCELLED) {
      violations.add(Invariant.CANCEL, "%s was cancelled and ended as %s".formatted(run, reason));
    }
    long took = timeline.nowNanos() - Math.max(atNanos, disturbedAtNanos);
    if (took > limit().toNanos()) {
      violations.add(
          Invariant.CANCEL, "%s ended %.3f s after its cancel".formatted(run, took / 1e9));
    }
  }

  private Duration limit() {
    RunTimings timings = RunTimings.DEFAULT;
    Duration drain = forced ? Duration.ZERO : totalTimeout.plus(timings.drainMargin());
    return drain.plusSeconds(15);
  }
}
