package io.tokenstorm.coordinator.run.state;

import io.tokenstorm.coordinator.clock.ClockEstimate;
import io.tokenstorm.coordinator.fleet.Fleet;
import io.tokenstorm.coordinator.fleet.FleetMember;
import io.tokenstorm.coordinator.fleet.IdleOrders;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.coordinator.run.spec.RunSpec;
import io.tokenstorm.protocol.prompt.PromptRecipe;
import io.tokenstorm.protocol.wire.Directive;
import io.tokenstorm.protocol.wire.SendWindow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes directives: the orders in force, to each worker in its own ticker, at once when they
 * change and again a few times a second. A member that is lost for the epoch still hears orders
 * that close, never orders that open; whoever is no member is told to be idle.
 */
public final class DirectiveDesk {
  private final RunSpec spec;
  private final Fleet fleet;
  private final Map<String, Long> sentAtNanos = new HashMap<>();
  private int idleEpoch;
  private Orders orders = Orders.IDLE;
  private @Nullable Epoch epoch;

  /**
   * @param idleEpoch of the orders before the first arming of a run that is taken up again: above
   *     all that its earlier coordinator gave, so that its workers come to rest; 0: another run
   */
  DirectiveDesk(RunSpec spec, Fleet fleet, int idleEpoch) {
    this.spec = spec;
    this.fleet = fleet;
    this.idleEpoch = idleEpoch;
  }

  /** The highest epoch under which idle orders were given before the first arming; 0 if none. */
  int idleEpoch() {
    return idleEpoch;
  }

  /** The orders in force from now on. New ones go out with the next {@link #step}. */
  void order(Orders next, @Nullable Epoch of) {
    if (!next.equals(orders) || of != epoch) {
      orders = next;
      epoch = of;
      sentAtNanos.clear();
    }
  }

  /** Makes the orders in force go out again with the next {@link #step}. */
  void again() {
    sentAtNanos.clear();
  }

  /** Writes what is due. */
  void step(long nowNanos, List<RunOutput> out) {
    if (idleEpoch > 0 && epoch == null) {
      outrank();
    }
    for (FleetMember member : fleet.addressable()) {
      Long last = sentAtNanos.get(member.worker());
      if (last == null || nowNanos - last >= spec.timings().directiveEvery().toNanos()) {
        sentAtNanos.put(member.worker(), nowNanos);
        out.add(new RunOutput.Send(member.worker(), directive(member, nowNanos)));
      }
    }
  }

  /** Rises above whatever another coordinator made a worker obey. */
  private void outrank() {
    boolean foreign = fleet.all().stream().anyMatch(m -> m.obeysForeign(idleEpoch));
    idleEpoch = foreign ? fleet.highestEpoch() + 1 : idleEpoch;
  }

  private Directive directive(FleetMember member, long nowNanos) {
    Epoch current = epoch;
    Optional<Participant> part =
        current == null
            ? Optional.empty()
            : current.members().stream().filter(p -> p.is(member)).findFirst();
    Optional<ClockEstimate> clock = member.clock(nowNanos);
    boolean obeys = part.isPresent() && clock.isPresent();
    if (current != null && obeys && (!part.get().isLost() || !orders.open())) {
      return ordered(current, part.get(), member, clock.get(), nowNanos);
    }
    if (epoch != null) {
      return IdleOrders.directive(member, spec.run(), epoch.number(), nowNanos);
    }
    return idleEpoch > 0
        ? IdleOrders.directive(member, spec.run(), idleEpoch, nowNanos)
        : IdleOrders.directive(member, "", spec.firstEpoch() - 1, nowNanos);
  }

  private Directive ordered(
      Epoch current, Participant part, FleetMember member, ClockEstimate clock, long nowNanos) {
    long lease = lease(part, member, nowNanos);
    if (orders.open()) {
      part.leased(lease);
    }
    PromptRecipe recipe = current.recipe();
    return new Directive(
        member.nextDirective(),
        spec.run(),
        current.number(),
        current.phase(),
        orders.stage(),
        spec.planHash(),
        spec.phase(current.phase()).concurrency(),
        current.weights(),
        part.index(),
        current.lengthFactor(),
        recipe == null ? PromptRecipe.NONE : recipe,
        !current.takesUsage(),
        window(orders.warmup(), part),
        window(orders.measure(), part),
        clock.toWorker(orders.cutAtNanos()),
        clock.toWorker(lease) - clock.errorNanos());
  }

  /**
   * The end of the lease. It is renewed only while the worker answers: so a worker that is given up
   * as silent cannot have been given leave to send long after it was heard last.
   */
  private long lease(Participant part, FleetMember member, long nowNanos) {
    long renewed = nowNanos + spec.timings().lease().toNanos();
    boolean answers = nowNanos - member.answeredAtNanos() <= spec.timings().renewal().toNanos();
    return answers || !part.mayHaveSent() ? renewed : part.leaseEndNanos();
  }

  private static SendWindow window(@Nullable WindowPlan plan, Participant part) {
    return plan == null ? SendWindow.NONE : plan.forWorker(part.worker());
  }
}
