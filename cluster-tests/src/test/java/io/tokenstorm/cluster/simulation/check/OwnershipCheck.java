package io.tokenstorm.cluster.simulation.check;

import io.tokenstorm.cluster.simulation.history.Holder;
import io.tokenstorm.cluster.simulation.history.RequestId;
import io.tokenstorm.cluster.simulation.history.Witness;
import io.tokenstorm.protocol.plan.Plan;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Who sends for a slot, and how many requests the replicas hold at once. */
final class OwnershipCheck implements Witness {
  private final Plan plan;
  private final Violations violations;
  private final Map<Slot, Holder> owners = new HashMap<>();
  private final Set<RequestId> running = new LinkedHashSet<>();
  private final Set<RequestId> seen = new LinkedHashSet<>();

  private record Slot(String run, int epoch, int number) {}

  OwnershipCheck(Plan plan, Violations violations) {
    this.plan = plan;
    this.violations = violations;
  }

  @Override
  public void sends(Holder worker, RequestId request, long ticker) {
    Slot slot = new Slot(request.run(), request.key().epoch(), request.key().slot());
    Holder owner = owners.putIfAbsent(slot, worker);
    if (owner != null && !owner.equals(worker)) {
      violations.add(
          Invariant.OWNERSHIP, "%s is sent for by %s and %s".formatted(slot, owner, worker));
    }
    int slots = plan.phases().get(request.key().phase()).concurrency();
    if (request.key().slot() >= slots) {
      violations.add(
          Invariant.OWNERSHIP, "%s sends for slot %s of %d".formatted(worker, slot, slots));
    }
  }

  @Override
  public void arrives(RequestId request) {
    running.add(request);
    int asked = plan.phases().get(request.key().phase()).concurrency();
    if (running.size() > asked) {
      violations.add(
          Invariant.OWNERSHIP,
          "%d requests at the replicas, %d asked for: %s"
              .formatted(running.size(), asked, running));
    }
    if (!seen.add(request)) {
      violations.add(Invariant.OWNERSHIP, "%s was sent twice".formatted(request));
    }
  }

  @Override
  public void leaves(RequestId request) {
    running.remove(request);
  }
}
