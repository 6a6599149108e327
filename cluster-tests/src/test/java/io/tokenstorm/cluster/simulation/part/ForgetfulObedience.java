package io.tokenstorm.cluster.simulation.part;

import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.Directive;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.worker.follow.Follower;
import io.tokenstorm.worker.follow.FollowerAction;
import io.tokenstorm.worker.load.EngineStatus;
import java.util.List;
import java.util.function.Supplier;

/** Broken: forgets what it obeyed when a directive of an older epoch comes, and obeys that one. */
final class ForgetfulObedience implements Obedience {
  private final Supplier<Follower> anew;
  private Follower follower;
  private int epoch;

  ForgetfulObedience(Supplier<Follower> anew) {
    this.anew = anew;
    this.follower = anew.get();
  }

  @Override
  public List<FollowerAction> onDirective(Directive directive) {
    if (directive.epoch() < epoch) {
      follower = anew.get();
    }
    epoch = directive.epoch();
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
}
