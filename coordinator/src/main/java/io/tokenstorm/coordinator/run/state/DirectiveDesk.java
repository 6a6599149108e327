package io.tokenstorm.coordinator.run.state;

import io.tokenstorm.coordinator.clock.ClockEstimate;
import io.tokenstorm.coordinator.fleet.Fleet;
import io.tokenstorm.coordinator.fleet.FleetMember;
import io.tokenstorm.coordinator.fleet.IdleOrders;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.coordinator.run.spec.RunSpec;
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
  private Orders orders = Orders.IDLE;
  private @Nullable Epoch epoch;

  DirectiveDesk(RunSpec spec, Fleet fleet) {
    this.spec = spec;
    this.fleet = fleet;
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
    for (FleetMember member : fleet.addressable()) {
      Long last = sentAtNanos.get(member.worker());
      if (last == null || nowNanos - last >= spec.timings().directiveEvery().toNanos()) {
        sentAtNanos.put(member.worker(), nowNanos);
        out.add(new RunOutput.Send(member.worker(), directive(member, nowNanos)));
      }
    }
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
    return epoch == null
        ? IdleOrders.directive(member, "", spec.firstEpoch() - 1, nowNanos)
        : IdleOrders.directive(member, spec.run(), epoch.number(), nowNanos);
  }

  private Directive ordered(
      Epoch current, Participant part, FleetMember member, ClockEstimate clock, long nowNanos) {
    long lease = nowNanos + spec.timings().lease().toNanos();
    if (orders.open()) {
      part.leased(lease);
    }
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
        window(orders.warmup(), part),
        window(orders.measure(), part),
        clock.toWorker(orders.cutAtNanos()),
        clock.toWorker(lease) - clock.errorNanos());
  }

  private static SendWindow window(@Nullable WindowPlan plan, Participant part) {
    return plan == null ? SendWindow.NONE : plan.forWorker(part.worker());
  }
}
