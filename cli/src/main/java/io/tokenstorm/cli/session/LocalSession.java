package io.tokenstorm.cli.session;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.local.LocalCluster;
import io.tokenstorm.cli.local.LocalRun;
import io.tokenstorm.cli.local.StopSignal;
import io.tokenstorm.cli.log.ProcessLog;
import io.tokenstorm.cli.terminal.LiveView;
import io.tokenstorm.coordinator.plan.ResolvedPlan;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.coordinator.service.SubmitRequest;
import io.tokenstorm.protocol.plan.Plan;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** One run on a cluster of this process, shown on the terminal; what run and demo share. */
public final class LocalSession {
  private final CommandSpec command;
  private final Path results;
  private final int workers;

  public LocalSession(CommandSpec command, Path results, int workers) {
    this.command = command;
    this.results = results;
    this.workers = workers;
  }

  /**
   * Runs a plan to its report.
   *
   * @param salt of the prompts; null: drawn at random
   * @throws CommandFailure if the results cannot be written, or the target is not there
   */
  public ExitCode run(Plan plan, @Nullable String salt, double timeScale)
      throws InterruptedException {
    SubmitRequest request =
        new SubmitRequest(
            plan,
            ResolvedPlan.write(plan),
            salt,
            timeScale,
            command.root().commandLine().getParseResult().originalArgs());
    ProcessLog.begin();
    RunOutcome outcome = outcome(request);
    switch (outcome.cause()) {
      case TARGET_UNREACHABLE, NO_WORKERS, WORKER_UNFIT, STORAGE, INTERNAL ->
          throw new CommandFailure(ExitCode.of(outcome), told(outcome));
      default -> Results.read(outcome.directory()).print(command.commandLine().getOut());
    }
    return ExitCode.of(outcome);
  }

  private RunOutcome outcome(SubmitRequest request) throws InterruptedException {
    try (StopSignal stop = StopSignal.install();
        LocalCluster cluster = LocalCluster.start(results, workers);
        LiveView view = LiveView.onStandardOutput(System.getenv())) {
      LocalRun run = LocalRun.submit(cluster.service(), request);
      RunOutcome outcome = run.toEnd(stop, view);
      view.clear();
      return outcome;
    }
  }

  private static String told(RunOutcome outcome) {
    String what = outcome.reason();
    return outcome.cause() == EndCause.INTERNAL
        ? what + "; the log is in " + outcome.directory().resolve("logs")
        : what;
  }
}
