package io.tokenstorm.cluster.simulation.part;

import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.Directive;
import io.tokenstorm.protocol.wire.LoadCount;
import io.tokenstorm.worker.follow.FollowerAction;
import io.tokenstorm.worker.load.EngineStatus;
import java.util.List;

/** Broken: says of a request whose record was lost that it was never issued. */
final class ForgivingObedience implements Obedience {
  private final Obedience real;

  ForgivingObedience(Obedience real) {
    this.real = real;
  }

  @Override
  public List<FollowerAction> onDirective(Directive directive) {
    return real.onDirective(directive);
  }

  @Override
  public List<FollowerAction> onPlan() {
    return real.onPlan();
  }

  @Override
  public List<FollowerAction> onTick(long nowNanos) {
    return real.onTick(nowNanos);
  }

  @Override
  public WorkerStatus status(long nowNanos, EngineStatus engine) {
    WorkerStatus s = real.status(nowNanos, engine);
    return new WorkerStatus(
        s.worker(),
        s.incarnation(),
        s.directiveSequence(),
        s.run(),
        s.epoch(),
        s.phase(),
        s.stage(),
        s.planKnown(),
        s.prepared(),
        s.problem(),
        s.inFlight(),
        forgiven(s.warmup()),
        forgiven(s.measure()),
        s.spooledSeq(),
        s.ignoredDirectives(),
        s.health());
  }

  private static LoadCount forgiven(LoadCount count) {
    return new LoadCount(count.issued() - count.lost(), count.recorded(), 0, count.slotsDone());
  }
}
