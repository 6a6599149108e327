package io.tokenstorm.cluster.scene;

import io.tokenstorm.coordinator.plan.PlanReader;
import io.tokenstorm.coordinator.plan.PlanResult;
import io.tokenstorm.coordinator.plan.ReadOptions;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.replica.ReplicaSet;
import java.nio.charset.StandardCharsets;

/** Plans against a simulated pair; the text is what a user would write. */
public final class Plans {
  private Plans() {}

  /**
   * Where a plan's requests go.
   *
   * @param first URL of replica r1
   * @param second URL of replica r2
   * @param gateway URL of the gateway before them
   */
  public record Urls(Object first, Object second, Object gateway) {}

  /**
   * The text of a plan.
   *
   * @param top further lines at the top level, such as {@code on_worker_loss: degrade}
   * @param phases lines of the list of phases
   */
  public static String text(ReplicaSet target, String top, String phases) {
    return text(
        new Urls(target.replica("r1").url(), target.replica("r2").url(), target.gateway().url()),
        top,
        phases);
  }

  /** The same for replicas in another process. */
  public static String text(Urls target, String top, String phases) {
    return """
        name: whole
        model: tokenstorm-sim
        seed: 11
        %s
        routes:
          direct: {replicas: ["%s", "%s"]}
          one: {url: "%s"}
          gateway: {url: "%s", headers: {routing-strategy: least-request}, replica_header: target-pod}
          aware: {url: "%s", headers: {routing-strategy: prefix-cache}, replica_header: target-pod}
        defaults:
          output_tokens: 16
          sampling: {temperature: 0, ignore_eos: true}
          warmup: {requests_per_slot: 1}
          measure: {at_least: 1s}
          timeout: {connect: 5s, idle: 10s, total: 10s}
        workloads:
          short: {input_tokens: 120}
          shared: {input_tokens: 400, prefix: {tokens: 300, groups: 3}}
        phases:
        %s
        """
        .formatted(
            top,
            target.first(),
            target.second(),
            target.first(),
            target.gateway(),
            target.gateway(),
            phases.indent(2));
  }

  /** Reads it as a user's plan is read. */
  public static Plan read(String text) {
    PlanResult result =
        PlanReader.read("plan.yaml", text.getBytes(StandardCharsets.UTF_8), ReadOptions.NONE);
    if (result instanceof PlanResult.Accepted accepted) {
      return accepted.plan();
    }
    throw new IllegalArgumentException(((PlanResult.Refused) result).render());
  }
}
