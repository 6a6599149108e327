package io.tokenstorm.cli.local;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.log.ProcessLog;
import io.tokenstorm.cli.option.HostPort;
import io.tokenstorm.cli.telemetry.OtlpSender;
import io.tokenstorm.coordinator.api.ApiBindException;
import io.tokenstorm.coordinator.api.ApiServer;
import io.tokenstorm.coordinator.api.ApiSettings;
import io.tokenstorm.coordinator.node.CoordinatorNode;
import io.tokenstorm.coordinator.service.RunService;
import io.tokenstorm.coordinator.service.RunState;
import io.tokenstorm.coordinator.service.RunSummary;
import io.tokenstorm.protocol.node.NodePlace;
import io.tokenstorm.protocol.time.Ticker;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A coordinator with its HTTP API as the whole of this process. */
public final class CoordinatorProcess {
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final Duration LAST_ANSWERS = Duration.ofSeconds(2);

  /** Workers that lost their coordinator take a while to join the next. */
  private static final Duration RECORDS_OF_BEFORE = Duration.ofSeconds(20);

  private final Settings settings;
  private final PrintWriter out;
  private final CountDownLatch now = new CountDownLatch(1);

  /**
   * What it is to be.
   *
   * @param place where workers join
   * @param api where plans are submitted, and who may
   * @param minWorkers a run waits for as many
   * @param workersWait for so long
   * @param results where the runs go
   * @param resume a run to go on with first; null: none
   * @param otlp where its metrics are sent; null: nowhere
   */
  public record Settings(
      NodePlace place,
      ApiSettings api,
      int minWorkers,
      Duration workersWait,
      Path results,
      @Nullable LeftRun resume,
      OtlpSender.@Nullable Settings otlp) {}

  /**
   * A coordinator to be.
   *
   * @param out for a line whenever something changes
   */
  public CoordinatorProcess(Settings settings, PrintWriter out) {
    this.settings = settings;
    this.out = out;
  }

  /**
   * Coordinates until it is told to end, and lets the run that is on end in good order.
   *
   * @throws CommandFailure if a port is in use or the results cannot be written
   */
  public void untilStopped() throws InterruptedException {
    ProcessLog.begin();
    Path log = prepareLog();
    try (StopSignal stop = StopSignal.install();
        CoordinatorNode node =
            Nodes.coordinator(
                new Nodes.CoordinatorPlace(
                    settings.place(),
                    settings.results(),
                    settings.minWorkers(),
                    settings.workersWait(),
                    settings.resume() == null ? Ticker.system() : settings.resume().ticker()))) {
      ApiServer api = api(node);
      ProcessLog.addFile(log);
      Banner.of(settings.place()).ifPresent(this::say);
      say("workers join " + node.remotingAddress());
      say("plans go to " + new HostPort(settings.place().host(), api.port()) + how());
      say("results in " + settings.results() + ", log " + log);
      LeftRun left = settings.resume();
      if (left != null) {
        say("goes on with " + left.resume(node, RECORDS_OF_BEFORE));
      }
      stop.onSignals(() -> {}, now::countDown);
      try (OtlpSender sender = sender(api)) {
        follow(node.service(), stop);
        end(node.service());
      }
      api.stop(LAST_ANSWERS).toCompletableFuture().join();
    }
  }

  /** Who sends the metrics; null: nobody does. */
  private @Nullable OtlpSender sender(ApiServer api) {
    OtlpSender.Settings otlp = settings.otlp();
    if (otlp == null) {
      return null;
    }
    say("metrics go to " + otlp.endpoint());
    return OtlpSender.start(otlp, api.metrics(), Clock.systemUTC());
  }

  /** How plans are handed in, if it is not plainly. */
  private String how() {
    String token = settings.api().protection().token() == null ? "" : " with the token";
    boolean https = settings.api().protection().certificates() != null;
    return https ? " by HTTPS" + token : token;
  }

  private Path prepareLog() {
    Path directory = settings.results().resolve("logs");
    try {
      Files.createDirectories(directory);
      return directory.resolve("coordinator-" + ProcessHandle.current().pid() + ".log");
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "cannot write below "
              + settings.results().toAbsolutePath()
              + ": choose a writable place with --results ("
              + e
              + ").",
          e);
    }
  }

  private ApiServer api(CoordinatorNode node) {
    try {
      return ApiServer.start(node.system(), node.service(), settings.api())
          .toCompletableFuture()
          .join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ApiBindException inUse) {
        throw new CommandFailure(ExitCode.USAGE, inUse.getMessage() + ".", inUse);
      }
      throw e;
    }
  }

  /** Says what changes, until the first stop signal. */
  private void follow(RunService service, StopSignal stop) throws InterruptedException {
    ClusterChanges changes = new ClusterChanges();
    while (!stop.awaitFirst(LOOK)) {
      changes.since(service.liveSnapshot()).forEach(this::say);
    }
  }

  /** Ends the runs; the one that is on gets its report. */
  private void end(RunService service) throws InterruptedException {
    for (RunSummary run : service.list()) {
      if (run.state() != RunState.ENDED) {
        say("ends " + run.run() + " in good order; Ctrl-C again: now");
        CompletableFuture<?> ended = service.whenEnded(run.run()).toCompletableFuture();
        var unused = service.cancel(run.run(), false);
        awaitOrNow(ended);
      }
    }
  }

  private void awaitOrNow(CompletableFuture<?> ended) throws InterruptedException {
    while (!ended.isDone()) {
      if (now.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    }
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }
}
