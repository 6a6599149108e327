package io.tokenstorm.worker.follow;

import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.PlanHash;
import io.tokenstorm.protocol.plan.PlanJson;
import io.tokenstorm.protocol.wire.WorkerProtocol.PlanAssignment;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The plan of each run that this worker was told of; the oldest is forgotten beyond a few. */
public final class PlanShelf implements PlanSource {
  private static final int RUNS = 4;

  private final Map<String, HeldPlan> plans = new LinkedHashMap<>();

  /**
   * A plan and what belongs to it.
   *
   * @param plan whole
   * @param hash of the plan
   * @param salt of the run
   */
  public record HeldPlan(Plan plan, String hash, String salt) {}

  /**
   * Takes a plan whose hash is right.
   *
   * @throws IllegalArgumentException if the text is no plan, or not the one that was announced
   */
  public HeldPlan accept(PlanAssignment assignment) {
    Plan plan = PlanJson.read(assignment.planJson());
    String hash = PlanHash.of(plan);
    if (!hash.equals(assignment.planHash())) {
      throw new IllegalArgumentException(
          "plan of run %s has hash %s, announced as %s: is the coordinator of another release?"
              .formatted(assignment.run(), hash, assignment.planHash()));
    }
    HeldPlan held = new HeldPlan(plan, hash, assignment.salt());
    plans.remove(assignment.run());
    plans.put(assignment.run(), held);
    if (plans.size() > RUNS) {
      plans.remove(plans.keySet().iterator().next());
    }
    return held;
  }

  @Override
  public boolean holds(String run, String planHash) {
    HeldPlan held = plans.get(run);
    return held != null && held.hash().equals(planHash);
  }

  /** The plan of a run, or null if it is not held. */
  public @Nullable HeldPlan find(String run) {
    return plans.get(run);
  }
}
