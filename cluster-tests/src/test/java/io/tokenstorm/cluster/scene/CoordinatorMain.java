package io.tokenstorm.cluster.scene;

import io.tokenstorm.coordinator.node.CoordinatorNode;
import io.tokenstorm.coordinator.node.CoordinatorOptions;
import io.tokenstorm.coordinator.plan.ResolvedPlan;
import io.tokenstorm.coordinator.resume.RunRemains;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.coordinator.service.Submission;
import io.tokenstorm.coordinator.service.SubmitRequest;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.time.Ticker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A coordinator as a process that makes one run: {@code RESULTS MIN_WORKERS PLAN}, or goes on with
 * one that another left: {@code RESULTS MIN_WORKERS PORT RUN HOW}, HOW being {@code resume} or
 * {@code collect}. Says {@code remoting HOST:PORT}, {@code directory PATH} and at the end {@code
 * outcome VERDICT REASON}.
 */
public final class CoordinatorMain {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private CoordinatorMain() {}

  public static void main(String[] args) throws Exception {
    CoordinatorOptions options =
        CoordinatorOptions.onLoopback(Path.of(args[0]), Cluster.VERSION)
            .needing(Integer.parseInt(args[1]), Duration.ofSeconds(60));
    if (args.length == 3) {
      Plan plan = Plans.read(Files.readString(Path.of(args[2])));
      SubmitRequest request =
          new SubmitRequest(plan, ResolvedPlan.write(plan), "salt", 1, List.of());
      lead(options, node -> node.service().submit(request));
    } else {
      RunRemains remains = RunRemains.open(Path.of(args[3]));
      lead(
          options
              .at("127.0.0.1", Integer.parseInt(args[2]))
              .by(CoordinatorNode.tickerOf(remains, Ticker.system())),
          node ->
              args[4].equals("collect")
                  ? node.collect(remains, PATIENCE)
                  : node.resume(remains, PATIENCE));
    }
  }

  private static void lead(
      CoordinatorOptions options, Function<CoordinatorNode, CompletionStage<Submission>> begin)
      throws Exception {
    try (CoordinatorNode node = CoordinatorNode.start(options)) {
      System.out.println("remoting " + node.remotingAddress());
      String run = begin.apply(node).toCompletableFuture().get().run();
      System.out.println("directory " + options.results().resolve(run));
      RunOutcome outcome = node.service().whenEnded(run).toCompletableFuture().get();
      System.out.println("outcome " + outcome.verdict() + " " + outcome.reason());
    }
  }
}
