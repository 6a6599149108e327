package io.tokenstorm.cluster.evidence;

import io.tokenstorm.cluster.evidence.Evidence.Merged;
import io.tokenstorm.cluster.evidence.Evidence.RequestName;
import io.tokenstorm.replica.truth.TruthRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Fence: once its lease has lapsed a worker sends nothing. The lease that a worker had when it was
 * cut off ends {@link #LEASE} after that at the latest; what was sent just before is on its way for
 * no longer than {@link #TRAVEL}, also on a busy machine.
 */
final class Fence {
  static final Duration LEASE = Duration.ofMillis(2500);
  static final Duration TRAVEL = Duration.ofSeconds(1);

  private Fence() {}

  /**
   * One sentence for each request of the worker that came too late.
   *
   * @param worker who was cut off
   * @param lastEpoch later armings are not its old lease's
   * @param lapsedNanos when its last lease lapsed at the latest, on this machine's monotonic clock
   */
  static List<String> violations(Evidence run, String worker, int lastEpoch, long lapsedNanos) {
    List<String> violations = new ArrayList<>();
    for (TruthRecord truth : run.truth()) {
      RequestName name = RequestName.of(truth.requestId());
      if (name.epoch() <= lastEpoch && run.ownerOf(name).equals(worker)) {
        late(truth.requestId(), "arrived", truth.arrivalNanos() - lapsedNanos, violations);
      }
    }
    for (Merged merged : run.records()) {
      if (merged.record().key().epoch() <= lastEpoch && merged.worker().equals(worker)) {
        long sent = merged.record().instants().sentNanos();
        late(run.idOf(merged), "was sent", sent - lapsedNanos, violations);
      }
    }
    return violations;
  }

  private static void late(String id, String what, long afterNanos, List<String> violations) {
    if (afterNanos > TRAVEL.toNanos()) {
      violations.add("%s %s %.3f s after the lease".formatted(id, what, afterNanos / 1e9));
    }
  }
}
