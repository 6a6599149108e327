package io.tokenstorm.coordinator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import io.tokenstorm.coordinator.hosting.RemoteServer;
import io.tokenstorm.coordinator.queue.RunBook;
import io.tokenstorm.coordinator.resume.RunRemains;
import io.tokenstorm.coordinator.service.LiveSnapshot;
import io.tokenstorm.coordinator.service.RunObserver;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.coordinator.service.RunRefusedException;
import io.tokenstorm.coordinator.service.RunService;
import io.tokenstorm.coordinator.service.RunSummary;
import io.tokenstorm.coordinator.service.Submission;
import io.tokenstorm.coordinator.service.SubmitRequest;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.telemetry.MergedWindow;
import io.tokenstorm.server.ServerHost;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** The run service: asks the coordinator's actor. */
public final class CoordinatorRuns implements RunService {
  private static final Duration ASK = Duration.ofSeconds(20);

  /** Tells servers apart that one command started several times. */
  private final AtomicLong serversSoFar = new AtomicLong();

  private final RunBook book = new RunBook();
  private final LiveBoard board = new LiveBoard();
  private final CompletableFuture<Link> link = new CompletableFuture<>();

  private record Link(ActorSystem<?> system, ActorRef<CoordinatorCommand> coordinator) {}

  RunBook book() {
    return book;
  }

  LiveBoard board() {
    return board;
  }

  void connect(ActorSystem<?> system, ActorRef<CoordinatorCommand> coordinator) {
    link.complete(new Link(system, coordinator));
  }

  @Override
  public CompletionStage<Submission> submit(SubmitRequest request) {
    return link.thenCompose(
        to ->
            AskPattern.askWithStatus(
                to.coordinator(),
                replyTo -> new CoordinatorCommand.Submit(request, replyTo),
                ASK,
                to.system().scheduler()));
  }

  /**
   * Puts a run of an earlier coordinator at the end of the line.
   *
   * @param patience how long records of before are waited for
   * @param collectOnly whether nothing is to be sent any more
   */
  public CompletionStage<Submission> resume(
      RunRemains remains, Duration patience, boolean collectOnly) {
    return link.thenCompose(
        to ->
            AskPattern.askWithStatus(
                to.coordinator(),
                replyTo -> new CoordinatorCommand.Resume(remains, patience, collectOnly, replyTo),
                ASK,
                to.system().scheduler()));
  }

  @Override
  public List<RunSummary> list() {
    return board.latest().runs();
  }

  @Override
  public Optional<RunSummary> status(String run) {
    return list().stream().filter(summary -> summary.run().equals(run)).findFirst();
  }

  @Override
  public CompletionStage<Optional<RunSummary>> cancel(String run, boolean force) {
    return link.thenCompose(
        to ->
            AskPattern.ask(
                to.coordinator(),
                replyTo -> new CoordinatorCommand.CancelRun(run, force, replyTo),
                ASK,
                to.system().scheduler()));
  }

  @Override
  public Map<LoadStage, MergedWindow> loadTotals() {
    return board.totals();
  }

  @Override
  public LiveSnapshot liveSnapshot() {
    return board.latest();
  }

  @Override
  public CompletionStage<RunOutcome> whenEnded(String run) {
    return book.outcome(run)
        .map(CompletableFuture::copy)
        .orElseGet(
            () ->
                CompletableFuture.failedFuture(
                    new RunRefusedException("no run '" + run + "' is known here")));
  }

  @Override
  public void observe(RunObserver observer) {
    CompletableFuture<Void> unused =
        link.thenAccept(to -> to.coordinator().tell(new CoordinatorCommand.Observe(observer)));
  }

  /**
   * Who starts servers on a worker's host, if the worker lets it. A worker that is not there is
   * waited for.
   *
   * @param worker its id
   */
  public ServerHost serversOn(String worker) {
    return command -> {
      String id = RemoteServer.idOf(command, serversSoFar.incrementAndGet());
      RemoteServer server =
          new RemoteServer(worker, id, command, () -> tell(new CoordinatorCommand.StopServer(id)));
      tell(new CoordinatorCommand.HostServer(server));
      return server;
    };
  }

  private void tell(CoordinatorCommand command) {
    CompletableFuture<Void> unused = link.thenAccept(to -> to.coordinator().tell(command));
  }
}
