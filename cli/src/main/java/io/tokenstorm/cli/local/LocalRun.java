package io.tokenstorm.cli.local;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.log.ProcessLog;
import io.tokenstorm.cli.terminal.LiveView;
import io.tokenstorm.coordinator.live.LiveAggregator;
import io.tokenstorm.coordinator.node.CoordinatorNode;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.coordinator.service.RunRefusedException;
import io.tokenstorm.coordinator.service.RunService;
import io.tokenstorm.coordinator.service.RunSummary;
import io.tokenstorm.coordinator.service.SubmitRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One run on a cluster of this process, from its submission to its report. The first stop signal
 * ends it in good order, the second at once, the third ends the process.
 */
public final class LocalRun {
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final int LOOKS_A_FRAME = 10;
  private static final String STOPPING =
      "Stopping: nothing is sent any more, what runs may finish. Ctrl-C again: now.";
  private static final String STOPPING_NOW = "Stopping now: what runs is cut.";

  private final RunService service;
  private final String run;
  private final LiveAggregator frames;
  private boolean logging;

  private LocalRun(RunService service, String run) {
    this.service = service;
    this.run = run;
    this.frames = new LiveAggregator(run);
    service.observe(
        (itsRun, worker, records) -> {
          if (itsRun.equals(run)) {
            synchronized (frames) {
              frames.onRecords(records);
            }
          }
        });
  }

  /**
   * Submits a run.
   *
   * @throws CommandFailure if its directory cannot be written
   */
  public static LocalRun submit(RunService service, SubmitRequest request) {
    try {
      return new LocalRun(service, service.submit(request).toCompletableFuture().join().run());
    } catch (CompletionException e) {
      if (e.getCause() instanceof RunRefusedException refused) {
        throw new CommandFailure(ExitCode.USAGE, refused.getMessage() + ".", refused);
      }
      throw e;
    }
  }

  /**
   * Goes on with a run that another process left.
   *
   * @param patience how long its records of before are waited for
   * @throws CommandFailure if it is refused
   */
  public static LocalRun resume(CoordinatorNode node, LeftRun left, Duration patience) {
    return new LocalRun(node.service(), left.resume(node, patience));
  }

  /** Where its results go. */
  public Path directory() {
    return service.status(run).map(RunSummary::directory).orElseThrow();
  }

  /**
   * Shows the run until it has ended and its report is written.
   *
   * @param stop asks for its end
   * @param view gets a frame a second
   */
  public RunOutcome toEnd(StopSignal stop, LiveView view) throws InterruptedException {
    stop.onSignals(() -> cancel(false), () -> cancel(true));
    CompletableFuture<RunOutcome> end = service.whenEnded(run).toCompletableFuture();
    int told = 0;
    for (int looks = 1; !isEnded(end); looks++) {
      logIntoDirectory();
      if (stop.count() > told) {
        told = stop.count();
        view.say(told == 1 ? STOPPING : STOPPING_NOW);
      }
      look(view, looks % LOOKS_A_FRAME == 0);
    }
    look(view, true);
    return end.join();
  }

  private void look(LiveView view, boolean show) {
    synchronized (frames) {
      if (show) {
        view.show(frames.frame(service.liveSnapshot()));
      } else {
        frames.observe(service.liveSnapshot());
      }
    }
  }

  /** The coordinator makes the directory when the run's turn has come; it may be refused. */
  private void logIntoDirectory() {
    Path logs = directory().resolve("logs");
    if (!logging && Files.isDirectory(logs)) {
      ProcessLog.addFile(logs.resolve("tokenstorm.log"));
      logging = true;
    }
  }

  private void cancel(boolean force) {
    var unused = service.cancel(run, force);
  }

  private static boolean isEnded(CompletableFuture<RunOutcome> end) throws InterruptedException {
    try {
      RunOutcome unused = end.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the run ended without an outcome", e.getCause());
    }
  }
}
