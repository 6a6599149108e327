package io.tokenstorm.server.local;

import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.server.RunningServer;
import io.tokenstorm.server.ServerCommand;
import io.tokenstorm.server.ServerFailure;
import io.tokenstorm.server.StartedServer;
import io.tokenstorm.server.life.LifeInput;
import io.tokenstorm.server.life.LifeOutput;
import io.tokenstorm.server.life.ServerLife;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server: does what its life wants and tells it what came of it. Works in the host's thread.
 */
final class LocalServer implements StartedServer, RunningServer {
  private static final Logger LOG = LoggerFactory.getLogger(LocalServer.class);

  private final ServerCommand command;
  private final Place place;
  private final ServerLife life;
  private final ServerQuestions questions;
  private final ServerProcesses processes;
  private final FailureReport report;
  private final CompletableFuture<RunningServer> ready = new CompletableFuture<>();
  private final CompletableFuture<Void> exited = new CompletableFuture<>();
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private volatile Duration startTook = Duration.ZERO;

  /**
   * Where it lives.
   *
   * @param thread the one thread that its life goes on in
   * @param ticker measures how long things take
   */
  record Place(ScheduledExecutorService thread, Ticker ticker) {}

  LocalServer(ServerCommand command, ServerSecrets secrets, Place place) {
    this.command = command;
    this.place = place;
    this.life = new ServerLife(command.ready(), command.stop());
    this.questions = new ServerQuestions(command, secrets.headers());
    this.processes = new ServerProcesses(command, secrets.environment(), this::tell);
    this.report = new FailureReport(command, secrets);
  }

  /** Begins its life. */
  void begin() {
    place.thread().execute(() -> life.begin().forEach(this::perform));
  }

  /** One that cannot be started. */
  void refuse(ServerFailure why) {
    ready.completeExceptionally(why);
    exited.complete(null);
    over.complete(null);
  }

  @Override
  public CompletionStage<RunningServer> ready() {
    return ready.minimalCompletionStage();
  }

  /** Ends it, ready or not. */
  CompletionStage<Void> end() {
    tell(new LifeInput.StopAsked());
    return over;
  }

  /** Completes when nothing is left of it, with a failure if something is. */
  CompletionStage<Void> over() {
    return over;
  }

  private void tell(LifeInput input) {
    try {
      place.thread().execute(() -> life.on(input, place.ticker().nanos()).forEach(this::perform));
    } catch (RejectedExecutionException closed) {
      LOG.debug("the host of server {} is closed; {} comes late", command.name(), input);
    }
  }

  private void perform(LifeOutput output) {
    try {
      if (output instanceof LifeOutput.LookAtPort look) {
        tell(new LifeInput.PortSeen(look.stage(), PortUse.of(command.base())));
      } else if (output instanceof LifeOutput.Launch) {
        processes.launch();
      } else if (output instanceof LifeOutput.Ask ask) {
        questions
            .ask(ask.stage(), ask.limit())
            .thenAccept(answer -> tell(new LifeInput.Answered(ask.stage(), answer)));
      } else if (output instanceof LifeOutput.WakeAfter wake) {
        wakeAfter(wake);
      } else if (output instanceof LifeOutput.EndProcesses) {
        processes.end();
      } else if (output instanceof LifeOutput.RunCheck check) {
        processes.check(check.limit());
      } else {
        settle(output);
      }
    } catch (RuntimeException e) {
      LOG.error("the life of the server {} stumbled", command.name(), e);
      ready.completeExceptionally(e);
      exited.completeExceptionally(e);
      over.completeExceptionally(e);
      processes.end();
    }
  }

  private void wakeAfter(LifeOutput.WakeAfter wake) {
    ScheduledFuture<?> unused =
        place
            .thread()
            .schedule(
                () -> tell(new LifeInput.Woken(wake.stage())),
                wake.delay().toNanos(),
                TimeUnit.NANOSECONDS);
  }

  private void settle(LifeOutput output) {
    if (output instanceof LifeOutput.Ready now) {
      startTook = now.took();
      LOG.info("server {} is ready after {} ms", command.name(), now.took().toMillis());
      ready.complete(this);
    } else if (output instanceof LifeOutput.Died died) {
      exited.completeExceptionally(report.ofDeath(died.fault()));
    } else if (output instanceof LifeOutput.Quit) {
      exited.complete(null);
    } else if (output instanceof LifeOutput.StartFailed failed) {
      ready.completeExceptionally(report.ofStart(failed));
      over.complete(null);
    } else if (output instanceof LifeOutput.Stopped stopped) {
      stopped.leftover().ifPresent(fault -> over.completeExceptionally(report.ofStop(fault)));
      exited.complete(null);
      over.complete(null);
    }
  }

  @Override
  public CompletionStage<Void> exited() {
    return exited.minimalCompletionStage();
  }

  @Override
  public CompletionStage<Void> stop() {
    end();
    return over.minimalCompletionStage();
  }

  @Override
  public ServerCommand command() {
    return command;
  }

  @Override
  public Duration startTook() {
    return startTook;
  }
}
