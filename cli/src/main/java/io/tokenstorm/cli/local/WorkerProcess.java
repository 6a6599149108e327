package io.tokenstorm.cli.local;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.log.ProcessLog;
import io.tokenstorm.cli.telemetry.MetricsEndpoint;
import io.tokenstorm.cli.telemetry.OtlpSender;
import io.tokenstorm.worker.actor.WorkerEnd;
import io.tokenstorm.worker.node.WorkerNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** A worker as the whole of this process. */
public final class WorkerProcess {
  private final Nodes.WorkerPlace place;
  private final Telemetry telemetry;
  private final PrintWriter out;

  /**
   * A worker to be.
   *
   * @param out for a few lines that say what goes on
   */
  public WorkerProcess(Nodes.WorkerPlace place, Telemetry telemetry, PrintWriter out) {
    this.place = place;
    this.telemetry = telemetry;
    this.out = out;
  }

  /**
   * Where it tells of itself.
   *
   * @param endpoint where Prometheus finds it; null: nowhere
   * @param otlp where its metrics are sent; null: nowhere
   */
  public record Telemetry(
      MetricsEndpoint.@Nullable Place endpoint, OtlpSender.@Nullable Settings otlp) {}

  /**
   * Works until it is told to end, refused, or without a coordinator for too long.
   *
   * @throws CommandFailure if it did not end in good order
   */
  public ExitCode untilEnded() throws InterruptedException {
    ProcessLog.begin();
    try (StopSignal stop = StopSignal.install()) {
      WorkerNode worker = Nodes.worker(place);
      Path log = place.spool().resolve(place.id() + ".log");
      ProcessLog.addFile(log);
      Banner.of(place.at()).ifPresent(this::say);
      say("worker " + place.id() + " joins " + place.join() + "; its log: " + log);
      stop.onSignals(
          () -> {
            say("leaves: hands its records in. Ctrl-C again: now.");
            worker.leave("told to end");
          },
          () -> Runtime.getRuntime().halt(ExitCode.NOT_VALID.number()));
      try (MetricsEndpoint endpoint = endpoint(worker);
          OtlpSender sender = sender(worker)) {
        return exitOf(worker.whenEnded().toCompletableFuture().join());
      }
    }
  }

  private @Nullable MetricsEndpoint endpoint(WorkerNode worker) {
    MetricsEndpoint.Place at = telemetry.endpoint();
    if (at == null) {
      return null;
    }
    try {
      MetricsEndpoint endpoint = MetricsEndpoint.start(at, worker::metrics);
      String scheme = at.certificates() == null ? "http://" : "https://";
      String token = at.token() == null ? "" : ", with the token";
      say("metrics at " + scheme + at.host() + ":" + endpoint.port() + "/metrics" + token);
      return endpoint;
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "cannot listen at "
              + at.host()
              + ":"
              + at.port()
              + " ("
              + e.getMessage()
              + "): name another with --metrics-port.",
          e);
    }
  }

  private @Nullable OtlpSender sender(WorkerNode worker) {
    OtlpSender.Settings otlp = telemetry.otlp();
    if (otlp == null) {
      return null;
    }
    say("metrics go to " + otlp.endpoint());
    return OtlpSender.start(otlp, worker::metrics, Clock.systemUTC());
  }

  private ExitCode exitOf(WorkerEnd end) {
    switch (end.reason()) {
      case LEFT -> {
        say("worker " + place.id() + " has left: " + end.detail() + ".");
        return ExitCode.VALID;
      }
      case REFUSED ->
          throw new CommandFailure(
              ExitCode.USAGE,
              "the coordinator at " + place.join() + " refuses this worker: " + end.detail());
      case UNTRUSTED ->
          throw new CommandFailure(
              ExitCode.USAGE,
              "worker " + place.id() + " cannot join " + place.join() + ": " + end.detail() + ".");
      case COORDINATOR_GONE -> throw new CommandFailure(ExitCode.UNREACHABLE, end.detail());
      case FAILED -> throw new CommandFailure(ExitCode.INTERNAL, end.detail() + ".");
    }
    throw new IllegalStateException("no such end: " + end);
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }
}
