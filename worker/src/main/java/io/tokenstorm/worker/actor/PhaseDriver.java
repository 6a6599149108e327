package io.tokenstorm.worker.actor;

import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.Directive;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.protocol.wire.WorkerProtocol.PlanAssignment;
import io.tokenstorm.worker.follow.Assignment;
import io.tokenstorm.worker.follow.Follower;
import io.tokenstorm.worker.follow.FollowerAction;
import io.tokenstorm.worker.follow.PlanShelf;
import io.tokenstorm.worker.follow.PlanShelf.HeldPlan;
import io.tokenstorm.worker.follow.RouteSecrets;
import io.tokenstorm.worker.limit.HostLimits;
import io.tokenstorm.worker.limit.LimitCheck;
import io.tokenstorm.worker.load.PhaseWork;
import io.tokenstorm.worker.spool.RecordSpool;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what the follower wants: hands phases to the engine, tells it of changes, cuts. Knows no
 * actors; called by one thread at a time.
 */
final class PhaseDriver {
  private static final Logger LOG = LoggerFactory.getLogger(PhaseDriver.class);

  private final Follower follower;
  private final WorkerEquipment equipment;
  private final PlanShelf plans;
  private boolean engineUsed;
  private String warning = "";

  PhaseDriver(String worker, int incarnation, WorkerEquipment equipment) {
    this.equipment = equipment;
    this.plans = new PlanShelf();
    this.follower = new Follower(worker, incarnation, equipment.spools(), plans);
  }

  void onDirective(Directive directive) {
    follower.onDirective(directive).forEach(this::execute);
  }

  void onPlan(PlanAssignment assignment) {
    try {
      plans.accept(assignment);
      follower.onPlan().forEach(this::execute);
    } catch (IllegalArgumentException e) {
      LOG.error("cannot take the plan of run {}", assignment.run(), e);
      follower.onProblem("cannot take the plan: " + e.getMessage());
    }
  }

  void tick() {
    follower.onTick(equipment.ticker().nanos()).forEach(this::execute);
  }

  void leave(String reason) {
    follower.leave(reason).forEach(this::execute);
  }

  /** Ends what runs, now. */
  void cut(String reason) {
    WorkerStatus status = status(HealthSample.NONE);
    boolean settled = status.warmup().isAccounted() && status.measure().isAccounted();
    if (engineUsed && (status.inFlight() > 0 || !settled)) {
      LOG.warn("cutting {} requests in flight: {}", status.inFlight(), reason);
      equipment.engine().cut();
    }
  }

  WorkerStatus status(HealthSample health) {
    return follower.status(equipment.ticker().nanos(), equipment.engine().status(), health);
  }

  Follower follower() {
    return follower;
  }

  private void execute(FollowerAction action) {
    if (action instanceof FollowerAction.Prepare prepare) {
      prepare(prepare);
    } else if (action instanceof FollowerAction.CutInFlight cut) {
      cut(cut.reason());
    } else if (action instanceof FollowerAction.GateChanged) {
      if (engineUsed) {
        equipment.engine().gateChanged();
      }
    } else if (action instanceof FollowerAction.Rest) {
      equipment.engine().rest();
    } else if (action instanceof FollowerAction.NeedPlan need) {
      LOG.debug("plan {} of run {} is needed", need.planHash(), need.run());
    }
  }

  private void prepare(FollowerAction.Prepare prepare) {
    Assignment part = prepare.assignment();
    HeldPlan held = plans.find(part.run());
    if (held == null || part.phase() < 0 || part.phase() >= held.plan().phases().size()) {
      follower.onProblem("run " + part.run() + " has no phase " + part.phase());
      return;
    }
    Plan plan = held.plan();
    Phase phase = plan.phases().get(part.phase());
    RouteSecrets secrets = RouteSecrets.of(plan.routeOf(phase), equipment.environment());
    if (!secrets.missing().isEmpty()) {
      LOG.error("cannot take part in phase {}: {}", phase.name(), secrets.problem());
      follower.onProblem(secrets.problem());
      return;
    }
    PhaseWork work = workOf(part, held, phase, secrets);
    String refusal = checkLimits(work);
    if (!refusal.isEmpty()) {
      LOG.error("cannot take part in phase {}: {}", phase.name(), refusal);
      follower.onProblem("the host is too small for phase " + phase.name() + ": " + refusal);
      return;
    }
    hand(work, prepare);
  }

  /** Notes what comes near; returns why the phase cannot work here, empty if it can. */
  private String checkLimits(PhaseWork work) {
    Map<URI, Integer> byAddress = new HashMap<>();
    for (int slot = work.slots().first(); slot < work.slots().end(); slot++) {
      byAddress.merge(work.route().targetOf(slot), 1, Integer::sum);
    }
    int most = byAddress.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    int connections = equipment.engine().status().preparedConnections();
    LimitCheck check =
        LimitCheck.of(
            HostLimits.ofThisHost(), new LimitCheck.Need(work.slots().count(), most, connections));
    if (!check.warning().isEmpty()) {
      LOG.warn("limits come near in {}: {}", work, check.warning());
    }
    warning = check.warning();
    return check.refusal();
  }

  /** Which limits of the host come near in the phase that was prepared last; empty if none. */
  String warning() {
    return warning;
  }

  private void hand(PhaseWork work, FollowerAction.Prepare prepare) {
    RecordSpool spool = Objects.requireNonNull(equipment.spools().current(work.run()));
    LOG.info("preparing {}", work);
    try {
      engineUsed = true;
      equipment.engine().prepare(work, prepare.gate(), spool);
    } catch (RuntimeException e) {
      LOG.error("the engine cannot prepare {}", work, e);
      follower.onProblem("the engine cannot prepare phase " + work.phase().name() + ": " + e);
    }
  }

  private static PhaseWork workOf(
      Assignment part, HeldPlan held, Phase phase, RouteSecrets secrets) {
    Plan plan = held.plan();
    Route route = plan.routeOf(phase);
    return new PhaseWork(
        part.run(),
        part.epoch(),
        part.phase(),
        part.takesUsage() ? phase : phase.with(phase.request().withoutUsage()),
        route,
        plan.workloadOf(phase),
        plan.model(),
        plan.seed(),
        held.salt(),
        part.lengthFactor(),
        part.recipe(),
        part.slots(),
        secrets.values());
  }
}
