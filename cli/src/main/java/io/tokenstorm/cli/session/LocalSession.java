package io.tokenstorm.cli.session;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.local.LeftRun;
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
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** One run on a cluster of this process, shown on the terminal; what run and demo share. */
public final class LocalSession {
  /** What is left of the workers of before lies on this machine. */
  private static final Duration RECORDS_OF_BEFORE = Duration.ofSeconds(5);

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
    return shown(
        outcome(
            () -> LocalCluster.start(results, workers),
            cluster -> LocalRun.submit(cluster.service(), request)));
  }

  /**
   * Goes on with a run that another process left, to its report.
   *
   * @param run its directory, or its id below the results
   * @throws CommandFailure if there is nothing to go on with, or the target is not there
   */
  public ExitCode resume(Path run) throws InterruptedException {
    LeftRun left = LeftRun.find(run, results);
    ProcessLog.begin();
    return shown(
        outcome(
            () -> LocalCluster.startAgain(left, workers),
            cluster -> LocalRun.resume(cluster.coordinator(), left, RECORDS_OF_BEFORE)));
  }

  private ExitCode shown(RunOutcome outcome) {
    switch (outcome.cause()) {
      case TARGET_UNREACHABLE, NO_WORKERS, WORKER_UNFIT, STORAGE, INTERNAL ->
          throw new CommandFailure(ExitCode.of(outcome), told(outcome));
      default -> Results.read(outcome.directory()).print(command.commandLine().getOut());
    }
    return ExitCode.of(outcome);
  }

  private static RunOutcome outcome(
      Supplier<LocalCluster> start, Function<LocalCluster, LocalRun> begin)
      throws InterruptedException {
    try (StopSignal stop = StopSignal.install();
        LocalCluster cluster = start.get();
        LiveView view = LiveView.onStandardOutput(System.getenv())) {
      LocalRun run = begin.apply(cluster);
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
