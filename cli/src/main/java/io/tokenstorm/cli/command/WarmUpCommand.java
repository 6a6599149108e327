package io.tokenstorm.cli.command;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.local.LocalCluster;
import io.tokenstorm.cli.local.LocalRun;
import io.tokenstorm.cli.local.Replicas;
import io.tokenstorm.cli.local.StopSignal;
import io.tokenstorm.cli.log.ProcessLog;
import io.tokenstorm.cli.option.Home;
import io.tokenstorm.cli.option.PlanOptions;
import io.tokenstorm.cli.terminal.LiveView;
import io.tokenstorm.coordinator.plan.ResolvedPlan;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.coordinator.service.SubmitRequest;
import io.tokenstorm.protocol.file.FolderTree;
import io.tokenstorm.protocol.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Runs a tiny demo and forgets it, so that the JVM that runs it sees the classes that a cluster
 * loads. The launcher has them archived then.
 */
@Command(name = "warm-up", hidden = true, description = "Used by the launcher.")
final class WarmUpCommand implements Callable<Integer> {
  private static final double TINY = 0.02;

  @Override
  public Integer call() throws InterruptedException, IOException {
    Path results = Files.createTempDirectory("tokenstorm-warm-up-");
    try {
      ProcessLog.begin();
      RunOutcome outcome = run(results);
      if (outcome.verdict() == Verdict.CANCELLED || outcome.verdict() == Verdict.INVALID) {
        throw new CommandFailure(ExitCode.INTERNAL, "the warm-up failed: " + outcome.reason());
      }
      return ExitCode.VALID.number();
    } finally {
      FolderTree.delete(results);
    }
  }

  private static RunOutcome run(Path results) throws InterruptedException {
    Path file = Home.conf("plans/quickstart.yaml");
    Replicas.Settings settings = new Replicas.Settings("fast", 2, 0, 0, Optional.empty());
    try (StopSignal stop = StopSignal.install();
        Replicas replicas = Replicas.start(settings);
        LocalCluster cluster = LocalCluster.start(results, 1);
        LiveView view = LiveView.onStandardOutput(System.getenv())) {
      Plan plan =
          PlanOptions.read(
              file,
              List.of("routes.*.url=" + replicas.gateway()),
              List.of("direct-c1", "prefix-aware"),
              TINY);
      SubmitRequest request =
          new SubmitRequest(plan, ResolvedPlan.write(plan), null, TINY, List.of("warm-up"));
      return LocalRun.submit(cluster.service(), request).toEnd(stop, view);
    }
  }
}
