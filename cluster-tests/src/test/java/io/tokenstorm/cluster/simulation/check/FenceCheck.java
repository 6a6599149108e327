package io.tokenstorm.cluster.simulation.check;

import io.tokenstorm.cluster.simulation.history.Holder;
import io.tokenstorm.cluster.simulation.history.RequestId;
import io.tokenstorm.cluster.simulation.history.Witness;
import io.tokenstorm.cluster.simulation.world.DriftingClock;
import io.tokenstorm.cluster.simulation.world.Timeline;
import io.tokenstorm.coordinator.run.spec.RunTimings;
import io.tokenstorm.protocol.wire.Directive;
import io.tokenstorm.protocol.wire.Stage;
import java.util.HashMap;
import java.util.Map;

/**
 * No send after the lease: neither by the newest directive that reached the worker, on its own
 * clock, nor by what the coordinator last granted, on the coordinator's.
 */
final class FenceCheck implements Witness {
  private final Timeline timeline;
  private final DriftingClock coordinator;
  private final Violations violations;
  private final Map<Holder, Long> granted = new HashMap<>();
  private final Map<Holder, Directive> newest = new HashMap<>();

  FenceCheck(Timeline timeline, DriftingClock coordinator, Violations violations) {
    this.timeline = timeline;
    this.coordinator = coordinator;
    this.violations = violations;
  }

  @Override
  public void directed(Holder to, Directive directive, long ticker) {
    if (directive.stage() == Stage.WARMUP || directive.stage() == Stage.MEASURE) {
      granted.put(to, ticker + RunTimings.DEFAULT.lease().toNanos());
    }
  }

  @Override
  public void reached(Holder worker, Directive directive) {
    newest.merge(worker, directive, FenceCheck::newer);
  }

  private static Directive newer(Directive one, Directive other) {
    boolean later =
        other.epoch() > one.epoch()
            || (other.epoch() == one.epoch() && other.sequence() > one.sequence());
    return later ? other : one;
  }

  @Override
  public void sends(Holder worker, RequestId request, long ticker) {
    Directive directive = newest.get(worker);
    if (directive == null || ticker >= directive.leaseUntilNanos()) {
      violations.add(
          Invariant.FENCE,
          "%s sent %s %.3f ms after its lease"
              .formatted(
                  worker,
                  request,
                  directive == null ? Double.NaN : (ticker - directive.leaseUntilNanos()) / 1e6));
      return;
    }
    long late =
        coordinator.read(timeline.nowNanos()) - granted.getOrDefault(worker, Long.MIN_VALUE);
    if (late >= 0) {
      violations.add(
          Invariant.FENCE,
          "%s sent %s %.3f ms after what the coordinator granted"
              .formatted(worker, request, late / 1e6));
    }
  }
}
