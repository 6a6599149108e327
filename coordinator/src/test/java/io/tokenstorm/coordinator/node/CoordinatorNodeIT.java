package io.tokenstorm.coordinator.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.coordinator.service.RunRefusedException;
import io.tokenstorm.coordinator.service.SubmitRequest;
import io.tokenstorm.coordinator.simulation.Plans;
import io.tokenstorm.coordinator.simulation.Plans.Shape;
import io.tokenstorm.protocol.node.NodeSettings;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.wire.CoordinatorProtocol;
import io.tokenstorm.protocol.wire.WireTypes;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoordinatorNodeIT {
  @TempDir Path results;

  private CoordinatorNode start(int port) {
    return CoordinatorNode.start(CoordinatorOptions.onLoopback(results, "1").at("127.0.0.1", port));
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private static SubmitRequest request() {
    Plan plan = Plans.plan(Shape.SMALL, URI.create("http://127.0.0.1:1"));
    return new SubmitRequest(plan, "name: test\n", "salt", 1, List.of());
  }

  @Test
  void start_onATakenPort_saysWhichAndWhatToDo() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> start(taken.getLocalPort()))
          .isInstanceOf(NodeStartException.class)
          .hasMessageContaining("127.0.0.1:" + taken.getLocalPort())
          .hasMessageContaining("Choose another port");
    }
  }

  @Test
  void close_leavesNoPortOpen() throws Exception {
    CoordinatorNode node = start(0);
    int port = Integer.parseInt(node.remotingAddress().split(":")[1]);

    node.close();
    node.close();

    try (ServerSocket again = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(again.getLocalPort()).isEqualTo(port);
    }
  }

  @Test
  void close_withARunUnderWay_leavesNobodyWaiting() throws Exception {
    CoordinatorNode node = start(0);
    String first = get(node.service().submit(request())).run();
    CompletionStage<RunOutcome> ended = node.service().whenEnded(first);

    node.close();

    assertThat(get(ended).verdict()).isEqualTo(Verdict.INVALID);
  }

  @Test
  void close_besideANodeThatTakesNoBytes_returns() throws Exception {
    try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        CoordinatorNode node = start(0)) {
      ActorSystem<Void> stranger = stranger(node.remotingAddress(), mute.getLocalPort());
      try (Socket held = mute.accept()) {
        node.close();
        assertThat(held.isConnected()).as("to the end").isTrue();
      } finally {
        stranger.terminate();
      }
    }
  }

  @Test
  void close_actorsThatDoNotEnd_areNotWaitedForWithoutEnd() {
    CoordinatorNode node = start(0);
    CompletableFuture<Done> released = new CompletableFuture<>();
    // each phase is given up by Akka after 5 s: three are longer than the limit
    for (String phase :
        List.of(
            CoordinatedShutdown.PhaseServiceUnbind(),
            CoordinatedShutdown.PhaseServiceRequestsDone(),
            CoordinatedShutdown.PhaseServiceStop())) {
      CoordinatedShutdown.get(node.system()).addTask(phase, "never-done", () -> released);
    }

    node.close();

    assertThat(node.system().getWhenTerminated().toCompletableFuture()).isNotDone();
    released.complete(Done.getInstance());
    assertThat(node.system().getWhenTerminated().toCompletableFuture())
        .succeedsWithin(Duration.ofSeconds(30));
  }

  /** Says hello to a coordinator for a worker that is at another port. */
  private static ActorSystem<Void> stranger(String coordinator, int port) {
    return ActorSystem.create(
        Behaviors.setup(
            context -> {
              ActorRef<CoordinatorProtocol> gate =
                  ActorRefResolver.get(context.getSystem())
                      .resolveActorRef(NodeSettings.coordinatorPath(coordinator));
              gate.tell(
                  new CoordinatorProtocol.WorkerHello(
                      "mute",
                      1,
                      "key",
                      "1",
                      WireTypes.VERSION,
                      "akka://tokenstorm@127.0.0.1:" + port + "/user/worker#1",
                      "host",
                      1,
                      1,
                      1,
                      "/spool",
                      List.of()));
              return Behaviors.empty();
            }),
        NodeSettings.SYSTEM,
        new NodeSettings(NodeSettings.WORKER, "127.0.0.1", 0, List.of()).toConfig());
  }

  @Test
  void submit_toAnUnreachableTarget_endsWithItsDirectoryAndCause() throws Exception {
    try (CoordinatorNode node = start(0)) {
      RunOutcome outcome =
          get(node.service().whenEnded(get(node.service().submit(request())).run()));

      assertThat(outcome.cause()).isEqualTo(EndCause.TARGET_UNREACHABLE);
      assertThat(outcome.directory().resolve("events.jsonl")).exists();
      assertThat(outcome.directory().resolve("run.json")).exists();
      assertThat(node.service().list()).hasSize(1);
    }
  }

  @Test
  void submit_whereNothingCanBeWritten_isRefusedAtOnce() throws Exception {
    Path file = Files.createFile(results.resolve("a-file"));
    try (CoordinatorNode node =
        CoordinatorNode.start(CoordinatorOptions.onLoopback(file.resolve("below"), "1"))) {
      assertThatThrownBy(() -> get(node.service().submit(request())))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(RunRefusedException.class)
          .hasMessageContaining("--out");
    }
  }

  @Test
  void cancel_ofAWaitingRun_takesItOutOfTheLine_andAnUnknownOneIsUnknown() throws Exception {
    try (CoordinatorNode node =
        CoordinatorNode.start(
            CoordinatorOptions.onLoopback(results, "1").needing(1, Duration.ofMinutes(5)))) {
      try (ServerSocket target = new ServerSocket(0)) {
        Plan plan =
            Plans.plan(Shape.SMALL, URI.create("http://127.0.0.1:" + target.getLocalPort()));
        // the target takes the connection and says nothing: the first run stays in its probe
        get(node.service().submit(new SubmitRequest(plan, "name: test\n", null, 1, List.of())));
        var second = get(node.service().submit(request()));
        assertThat(second.position()).isEqualTo(1);

        get(node.service().cancel(second.run(), false));

        assertThat(get(node.service().whenEnded(second.run())).verdict())
            .isEqualTo(Verdict.CANCELLED);
        assertThat(get(node.service().cancel("no-such-run", false))).isEmpty();
        assertThatThrownBy(() -> get(node.service().whenEnded("no-such-run")))
            .hasCauseInstanceOf(RunRefusedException.class);
      }
    }
  }
}
