package io.tokenstorm.cluster.simulation.part;

import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.Directive;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.worker.follow.Follower;
import io.tokenstorm.worker.follow.FollowerAction;
import io.tokenstorm.worker.load.EngineStatus;
import java.util.List;

/** What a worker obeys by: the follower, or a broken one in its place. */
public interface Obedience {
  List<FollowerAction> onDirective(Directive directive);

  List<FollowerAction> onPlan();

  List<FollowerAction> onTick(long nowNanos);

  WorkerStatus status(long nowNanos, EngineStatus engine);

  /** The real one. */
  static Obedience of(Follower follower) {
    return new Obedience() {
      @Override
      public List<FollowerAction> onDirective(Directive directive) {
        return follower.onDirective(directive);
      }

      @Override
      public List<FollowerAction> onPlan() {
        return follower.onPlan();
      }

      @Override
      public List<FollowerAction> onTick(long nowNanos) {
        return follower.onTick(nowNanos);
      }

      @Override
      public WorkerStatus status(long nowNanos, EngineStatus engine) {
        return follower.status(nowNanos, engine, HealthSample.NONE);
      }
    };
  }
}
