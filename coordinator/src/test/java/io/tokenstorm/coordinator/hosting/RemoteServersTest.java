package io.tokenstorm.coordinator.hosting;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.hosting.RemoteServers.Due;
import io.tokenstorm.coordinator.hosting.RemoteServers.Present;
import io.tokenstorm.protocol.server.ServerFacts;
import io.tokenstorm.protocol.server.ServerFault;
import io.tokenstorm.protocol.server.ServerState;
import io.tokenstorm.protocol.wire.WorkerProtocol.ServerOrder;
import io.tokenstorm.server.KnownCause;
import io.tokenstorm.server.ReadyTerms;
import io.tokenstorm.server.ServerCommand;
import io.tokenstorm.server.ServerFailure;
import io.tokenstorm.server.StopTerms;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** What becomes of a server on a worker's host, whatever becomes of the worker. */
class RemoteServersTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final ServerCommand COMMAND =
      new ServerCommand(
          "a 100",
          List.of("serve"),
          Map.of(),
          Path.of("."),
          Path.of("/results/run/rows/001-a-100/server.log"),
          URI.create("http://0.0.0.0:8000"),
          Map.of(),
          null,
          new ReadyTerms("/health", MINUTE, MINUTE, true),
          new StopTerms(MINUTE, List.of(), MINUTE));
  private static final ServerFault TOO_LONG =
      new ServerFault(
          "server failed to start: a 100 exited",
          "HEALTH",
          1,
          List.of("ValueError"),
          "CONTEXT_TOO_LONG",
          "ValueError",
          64);

  private final RemoteServers servers = new RemoteServers(MINUTE);
  private final RemoteServer server =
      new RemoteServer("gpu", "s-1", COMMAND, () -> servers.stop("s-1"));
  private Optional<Present> worker = Optional.of(new Present("p1", "10.0.0.7"));
  private long nowNanos;

  private List<Due> after(Duration time) {
    nowNanos += time.toNanos();
    return servers.due(id -> id.equals("gpu") ? worker : Optional.empty(), nowNanos);
  }

  private void says(ServerFacts facts) {
    servers.heard("gpu", "s-1", facts, nowNanos);
  }

  private static ServerFailure failure(CompletionStage<?> stage) {
    try {
      stage.toCompletableFuture().join();
    } catch (CompletionException e) {
      return (ServerFailure) e.getCause();
    }
    throw new AssertionError("it did not fail");
  }

  private static boolean isOpen(CompletionStage<?> stage) {
    return !stage.toCompletableFuture().isDone();
  }

  @Test
  void server_onItsWorker_isOrderedAgainAndAgain_readyAtTheWorkersAddress_andStopped() {
    servers.add(server, nowNanos);
    ServerOrder first = after(Duration.ZERO).get(0).order();
    assertThat(first.wanted()).isTrue();
    assertThat(first.processKey()).isEqualTo("p1");
    assertThat(first.spec().base()).isEqualTo("http://10.0.0.7:8000");
    assertThat(after(Duration.ofMillis(100))).isEmpty();
    assertThat(after(Duration.ofMillis(200))).hasSize(1);
    says(ServerFacts.of(ServerState.STARTING));
    assertThat(isOpen(server.ready())).isTrue();
    says(new ServerFacts(ServerState.READY, 2_000_000_000L, ServerFault.NONE));
    assertThat(server.ready().toCompletableFuture().join().startTook()).hasSeconds(2);
    assertThat(server.command().base()).isEqualTo(URI.create("http://10.0.0.7:8000"));
    CompletionStage<Void> stop = server.stop();
    assertThat(after(Duration.ofMillis(300)).get(0).order().wanted()).isFalse();
    says(ServerFacts.of(ServerState.STOPPING));
    assertThat(isOpen(stop)).isTrue();
    says(ServerFacts.of(ServerState.GONE));
    assertThat(stop.toCompletableFuture()).isCompleted();
    assertThat(server.exited().toCompletableFuture()).isCompleted();
    assertThat(after(Duration.ofSeconds(1))).isEmpty();
  }

  @Test
  void start_thatFails_bringsCauseAndLogOfTheWorker() {
    servers.add(server, nowNanos);
    assertThat(after(Duration.ZERO)).hasSize(1);
    says(new ServerFacts(ServerState.FAILED, -1, TOO_LONG));
    ServerFailure failure = failure(server.ready());
    assertThat(failure)
        .hasMessage("server failed to start: a 100 exited (on the host of worker gpu)");
    assertThat(failure.cause()).map(KnownCause::kind).contains(KnownCause.Kind.CONTEXT_TOO_LONG);
    assertThat(failure.logTail()).containsExactly("ValueError");
    assertThat(server.stop().toCompletableFuture()).isCompleted();
    assertThat(after(Duration.ofSeconds(1))).isEmpty();
  }

  @Test
  void worker_thatIsNotThere_isWaitedFor_thenTheStartFails() {
    worker = Optional.empty();
    servers.add(server, nowNanos);
    assertThat(after(Duration.ofSeconds(59))).isEmpty();
    assertThat(isOpen(server.ready())).isTrue();
    assertThat(after(Duration.ofSeconds(2))).isEmpty();
    assertThat(failure(server.ready()))
        .hasMessageContaining("worker gpu, on whose host it is to run, is not there")
        .hasMessageContaining("--id gpu --allow-commands");
    assertThat(server.stop().toCompletableFuture()).isCompleted();
  }

  @Test
  void worker_thatRefuses_isSaidSo() {
    servers.add(server, nowNanos);
    assertThat(after(Duration.ZERO)).hasSize(1);
    ServerFault why =
        new ServerFault("server failed to start: no commands", "LAUNCH", -1, List.of(), "", "", -1);
    says(new ServerFacts(ServerState.REFUSED, -1, why));
    assertThat(failure(server.ready())).hasMessageContaining("no commands");
  }

  @Test
  void worker_lostWhileItServes_failsAllThatIsWaitedFor() {
    servers.add(server, nowNanos);
    assertThat(after(Duration.ZERO)).hasSize(1);
    says(new ServerFacts(ServerState.READY, 1, ServerFault.NONE));
    worker = Optional.empty();
    assertThat(after(Duration.ofMillis(300))).isEmpty();
    assertThat(failure(server.exited())).hasMessageContaining("worker gpu, on whose host it ran");
    assertThat(failure(server.stop())).hasMessageContaining("it ends with the worker");
  }

  @Test
  void worker_startedAnew_isNeverGivenTheOldServer() {
    servers.add(server, nowNanos);
    assertThat(after(Duration.ZERO)).hasSize(1);
    worker = Optional.of(new Present("p2", "10.0.0.7"));
    assertThat(after(Duration.ofMillis(300))).isEmpty();
    assertThat(failure(server.ready())).hasMessageContaining("another process has its id");
  }

  @Test
  void worker_thatSaysNothing_isLostAfterItsLease() {
    servers.add(server, nowNanos);
    assertThat(after(Duration.ZERO)).hasSize(1);
    assertThat(after(RemoteServers.LEASE)).hasSize(1);
    assertThat(after(Duration.ofSeconds(3))).isEmpty();
    assertThat(failure(server.ready())).hasMessageContaining("has said nothing of it for 12 s");
  }

  @Test
  void server_thatDies_orThatItsWorkerStops_isTold() {
    servers.add(server, nowNanos);
    assertThat(after(Duration.ZERO)).hasSize(1);
    says(new ServerFacts(ServerState.READY, 1, ServerFault.NONE));
    says(new ServerFacts(ServerState.STOPPING, 1, TOO_LONG));
    assertThat(failure(server.exited()).logTail()).containsExactly("ValueError");
    assertThat(isOpen(server.stop())).isTrue();
    says(new ServerFacts(ServerState.GONE, 1, TOO_LONG));
    assertThat(failure(server.stop())).hasMessageContaining("on the host of worker gpu");
  }

  @Test
  void server_stoppedBeforeItsWorkerCame_isNeverOrdered() {
    worker = Optional.empty();
    servers.add(server, nowNanos);
    assertThat(server.stop().toCompletableFuture()).isCompleted();
    worker = Optional.of(new Present("p1", "10.0.0.7"));
    assertThat(after(Duration.ofSeconds(1))).isEmpty();
    assertThat(failure(server.ready())).hasMessageContaining("before it was started");
  }

  @Test
  void report_ofAnotherWorker_changesNothing() {
    servers.add(server, nowNanos);
    assertThat(after(Duration.ZERO)).hasSize(1);
    servers.heard("other", "s-1", new ServerFacts(ServerState.FAILED, -1, TOO_LONG), nowNanos);
    assertThat(isOpen(server.ready())).isTrue();
  }

  @Test
  void id_ofAServer_namesItsRow_andIsUnique() {
    assertThat(RemoteServer.idOf(COMMAND, 1)).isEqualTo("run-rows-001-a-100-server-1");
    assertThat(RemoteServer.idOf(COMMAND, 2)).isNotEqualTo(RemoteServer.idOf(COMMAND, 1));
  }
}
