package io.tokenstorm.cluster.simulation.check;

import io.tokenstorm.cluster.simulation.history.Holder;
import io.tokenstorm.cluster.simulation.history.RequestId;
import io.tokenstorm.cluster.simulation.history.Witness;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.Directive;
import java.util.HashMap;
import java.util.Map;

/** A worker never goes back to an epoch before the newest that reached it; a run's epochs rise. */
final class EpochCheck implements Witness {
  private final Violations violations;
  private final Map<Holder, Integer> reached = new HashMap<>();
  private final Map<String, Integer> armed = new HashMap<>();

  EpochCheck(Violations violations) {
    this.violations = violations;
  }

  @Override
  public void reached(Holder worker, Directive directive) {
    reached.merge(worker, directive.epoch(), Math::max);
  }

  @Override
  public void stands(Holder worker, WorkerStatus status) {
    check(worker, status.epoch(), "stands in");
  }

  @Override
  public void sends(Holder worker, RequestId request, long ticker) {
    check(worker, request.key().epoch(), "sends in");
  }

  private void check(Holder worker, int epoch, String what) {
    int newest = reached.getOrDefault(worker, 0);
    if (epoch != newest) {
      violations.add(
          Invariant.EPOCH,
          "%s %s epoch %d although epoch %d reached it".formatted(worker, what, epoch, newest));
    }
  }

  @Override
  public void noted(String run, RunEvent event) {
    if (event instanceof RunEvent.PhaseArmed now) {
      Integer last = armed.put(run, now.epoch());
      if (last != null && last >= now.epoch()) {
        violations.add(
            Invariant.EPOCH, "%s armed epoch %d after epoch %d".formatted(run, now.epoch(), last));
      }
    }
  }
}
