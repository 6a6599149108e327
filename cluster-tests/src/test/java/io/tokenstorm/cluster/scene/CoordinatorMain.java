package io.tokenstorm.cluster.scene;

import io.tokenstorm.coordinator.node.CoordinatorNode;
import io.tokenstorm.coordinator.node.CoordinatorOptions;
import io.tokenstorm.coordinator.plan.ResolvedPlan;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.coordinator.service.SubmitRequest;
import io.tokenstorm.protocol.plan.Plan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A coordinator as a process that makes one run: {@code RESULTS MIN_WORKERS PLAN}. Says {@code
 * remoting HOST:PORT}, {@code directory PATH} and at the end {@code outcome VERDICT REASON}.
 */
public final class CoordinatorMain {
  private CoordinatorMain() {}

  public static void main(String[] args) throws Exception {
    Plan plan = Plans.read(Files.readString(Path.of(args[2])));
    try (CoordinatorNode node =
        CoordinatorNode.start(
            CoordinatorOptions.onLoopback(Path.of(args[0]), Cluster.VERSION)
                .needing(Integer.parseInt(args[1]), Duration.ofSeconds(60)))) {
      System.out.println("remoting " + node.remotingAddress());
      String run =
          node.service()
              .submit(new SubmitRequest(plan, ResolvedPlan.write(plan), "salt", 1, List.of()))
              .toCompletableFuture()
              .get()
              .run();
      System.out.println("directory " + Path.of(args[0]).resolve(run));
      RunOutcome outcome = node.service().whenEnded(run).toCompletableFuture().get();
      System.out.println("outcome " + outcome.verdict() + " " + outcome.reason());
    }
  }
}
