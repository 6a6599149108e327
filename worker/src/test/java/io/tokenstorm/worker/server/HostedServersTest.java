package io.tokenstorm.worker.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.server.SecretText;
import io.tokenstorm.protocol.server.ServerFacts;
import io.tokenstorm.protocol.server.ServerSpec;
import io.tokenstorm.protocol.server.ServerState;
import io.tokenstorm.protocol.wire.WorkerProtocol.ServerOrder;
import io.tokenstorm.server.RunningServer;
import io.tokenstorm.server.ServerCommand;
import io.tokenstorm.server.ServerFailure;
import io.tokenstorm.server.ServerHost;
import io.tokenstorm.server.Stage;
import io.tokenstorm.server.StartedServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a worker does by order, and without one. */
class HostedServersTest {
  private static final long LEASE_NANOS = Duration.ofSeconds(10).toNanos();
  private static final ServerSpec SPEC =
      new ServerSpec(
          "a 100",
          List.of("serve"),
          Map.of("KEY", new SecretText("", "KEY")),
          ".",
          "http://127.0.0.1:8000",
          Map.of(),
          "",
          new ServerSpec.Ready("/health", 1_000, 1_000, true),
          new ServerSpec.Stop(1_000, List.of(), 1_000));

  private final List<Life> lives = new ArrayList<>();
  private long nowNanos = 5;

  private HostedServers servers(@Nullable ServerHost host) {
    return new HostedServers(
        new HostedServers.Place("gpu", "p1", host, Path.of("servers")), () -> nowNanos);
  }

  private HostedServers servers() {
    return servers(
        command -> {
          Life life = new Life(command);
          lives.add(life);
          return life;
        });
  }

  private static ServerOrder order(String id, boolean wanted) {
    return new ServerOrder(id, "p1", wanted, LEASE_NANOS, SPEC);
  }

  @Test
  void order_repeated_startsOneServer_andStopsIt() {
    HostedServers servers = servers();
    assertThat(servers.obey(order("s-1", true)).state()).isEqualTo(ServerState.STARTING);
    assertThat(servers.obey(order("s-1", true)).state()).isEqualTo(ServerState.STARTING);
    assertThat(lives).hasSize(1);
    assertThat(lives.get(0).command.log()).isEqualTo(Path.of("servers/s-1.log").toAbsolutePath());
    assertThat(lives.get(0).command.environment()).isEqualTo(SPEC.environment());
    lives.get(0).ready.complete(lives.get(0));
    ServerFacts ready = servers.obey(order("s-1", true));
    assertThat(ready.state()).isEqualTo(ServerState.READY);
    assertThat(ready.startNanos()).isEqualTo(3);
    assertThat(servers.obey(order("s-1", false)).state()).isEqualTo(ServerState.STOPPING);
    lives.get(0).over.complete(null);
    assertThat(servers.obey(order("s-1", false)).state()).isEqualTo(ServerState.GONE);
    assertThat(servers.obey(order("s-1", true)).state()).isEqualTo(ServerState.GONE);
    assertThat(lives).hasSize(1);
  }

  @Test
  void order_whereCommandsAreNotAllowed_isRefused() {
    ServerFacts facts = servers(null).obey(order("s-1", true));
    assertThat(facts.state()).isEqualTo(ServerState.REFUSED);
    assertThat(facts.fault().message())
        .contains("worker gpu starts no commands")
        .contains("--allow-commands");
  }

  @Test
  void order_forAnEarlierProcess_orWithAPathAsItsId_startsNothing() {
    HostedServers servers = servers();
    assertThat(servers.obey(new ServerOrder("s-1", "p0", true, LEASE_NANOS, SPEC)).state())
        .isEqualTo(ServerState.REFUSED);
    assertThat(servers.obey(order("../s-1", true)).state()).isEqualTo(ServerState.REFUSED);
    assertThat(servers.obey(order("s-2", false)).state()).isEqualTo(ServerState.UNKNOWN);
    assertThat(lives).isEmpty();
  }

  @Test
  void order_withoutTheKeyOfThisProcess_changesNothingOfWhatRuns() {
    HostedServers servers = servers();
    servers.obey(order("s-1", true));
    lives.get(0).ready.complete(lives.get(0));
    assertThat(servers.obey(new ServerOrder("s-1", "", false, LEASE_NANOS, SPEC)).state())
        .isEqualTo(ServerState.UNKNOWN);
    assertThat(servers.obey(new ServerOrder("s-1", "p0", true, 9 * LEASE_NANOS, SPEC)).state())
        .isEqualTo(ServerState.REFUSED);
    assertThat(lives.get(0).stops).isZero();
    nowNanos += LEASE_NANOS + 1;
    servers.look();
    assertThat(lives.get(0).stops).isEqualTo(1);
  }

  @Test
  void servers_withoutAnOrderForTheirLease_areStopped_andSayWhy() {
    HostedServers servers = servers();
    servers.obey(order("s-1", true));
    lives.get(0).ready.complete(lives.get(0));
    nowNanos += LEASE_NANOS;
    servers.look();
    assertThat(lives.get(0).stops).isZero();
    servers.obey(order("s-1", true));
    nowNanos += LEASE_NANOS + 1;
    servers.look();
    servers.look();
    assertThat(lives.get(0).stops).isEqualTo(1);
    ServerFacts late = servers.obey(order("s-1", true));
    assertThat(late.state()).isEqualTo(ServerState.STOPPING);
    assertThat(late.fault().message()).contains("worker gpu, which heard no coordinator");
  }

  @Test
  void failures_areTold_ofTheStartAndOfADeath() {
    HostedServers servers = servers();
    servers.obey(order("s-1", true));
    servers.obey(order("s-2", true));
    ServerFailure why =
        new ServerFailure(
            "server died: x", Stage.SERVING, OptionalInt.of(9), List.of("last"), Optional.empty());
    lives.get(0).ready.completeExceptionally(why);
    lives.get(1).ready.complete(lives.get(1));
    lives.get(1).exited.completeExceptionally(why);
    ServerFacts failed = servers.obey(order("s-1", true));
    assertThat(failed.state()).isEqualTo(ServerState.FAILED);
    assertThat(failed.fault().logTail()).containsExactly("last");
    ServerFacts died = servers.obey(order("s-2", true));
    assertThat(died.state()).isEqualTo(ServerState.DIED);
    assertThat(died.fault().exit()).isEqualTo(9);
  }

  @Test
  void end_ofTheWorker_stopsAll() {
    HostedServers servers = servers();
    servers.obey(order("s-1", true));
    servers.obey(order("s-2", true));
    servers.stopAll();
    assertThat(lives).hasSize(2).allMatch(life -> life.stops == 1);
  }

  private static final class Life implements StartedServer, RunningServer {
    private final ServerCommand command;
    private final CompletableFuture<RunningServer> ready = new CompletableFuture<>();
    private final CompletableFuture<Void> exited = new CompletableFuture<>();
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private int stops;

    Life(ServerCommand command) {
      this.command = command;
    }

    @Override
    public CompletionStage<RunningServer> ready() {
      return ready;
    }

    @Override
    public CompletionStage<Void> exited() {
      return exited;
    }

    @Override
    public CompletionStage<Void> stop() {
      stops++;
      return over;
    }

    @Override
    public ServerCommand command() {
      return command;
    }

    @Override
    public Duration startTook() {
      return Duration.ofNanos(3);
    }
  }
}
