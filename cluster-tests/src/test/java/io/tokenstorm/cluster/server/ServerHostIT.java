package io.tokenstorm.cluster.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.server.KnownCause;
import io.tokenstorm.server.RunningServer;
import io.tokenstorm.server.ServerCommand;
import io.tokenstorm.server.ServerFailure;
import io.tokenstorm.server.Stage;
import io.tokenstorm.server.local.LocalServerHost;
import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever becomes of a server, no process and no port is left of it. */
class ServerHostIT {
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  private final LocalServerHost host = new LocalServerHost(Ticker.system(), System::getenv);
  @TempDir private Path folder;
  private ServerScene scene;

  @BeforeEach
  void setTheScene() throws Exception {
    scene = ServerScene.in(folder);
  }

  @AfterEach
  void end() {
    host.close();
    scene.awaitNothingLeft();
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
  }

  private static ServerFailure failure(CompletionStage<?> stage) {
    ExecutionException thrown = catchThrowableOfType(ExecutionException.class, () -> get(stage));
    assertThat(thrown).hasCauseInstanceOf(ServerFailure.class);
    return (ServerFailure) thrown.getCause();
  }

  @Test
  void server_started_isReadyAndIsStoppedWithoutTrace() throws Exception {
    RunningServer server = get(host.start(scene.command(scene.vllm(4096))).ready());
    assertThat(server.startTook()).isPositive();
    assertThat(scene.isPortFree()).isFalse();
    assertThat(scene.processes()).isNotEmpty();
    assertThat(folder.resolve("checked")).doesNotExist();
    get(server.stop());
    get(server.exited());
    scene.awaitNothingLeft();
    assertThat(folder.resolve("checked")).exists();
    assertThat(folder.resolve("logs/stub.log"))
        .content()
        .contains("Application startup complete", "Shutting down");
  }

  @Test
  void server_thatExitsAtStart_failsAtOnceWithTheCauseOfItsLog_andKeepsSecrets() {
    List<String> talkative =
        List.of(
            "sh",
            "-c",
            "sleep 900 & echo \"my key is $API_KEY\"; exec "
                + String.join(" ", scene.vllm(1_049_600)));
    ServerCommand command =
        scene.command(talkative, Map.of("API_KEY", "sk-very-secret"), Duration.ofHours(1));
    ServerFailure failure = failure(host.start(command).ready());
    scene.awaitNothingLeft();
    assertThat(failure.stage()).isEqualTo(Stage.HEALTH);
    assertThat(failure.exit()).isEqualTo(OptionalInt.of(1));
    KnownCause cause = failure.cause().orElseThrow();
    assertThat(cause.kind()).isEqualTo(KnownCause.Kind.CONTEXT_TOO_LONG);
    assertThat(cause.limitTokens()).isEqualTo(OptionalLong.of(1_048_576));
    assertThat(failure)
        .hasMessageStartingWith("server failed to start: stub exited with status 1")
        .hasMessageContaining("the context is longer than the model's");
    assertThat(failure.logTail()).contains("my key is ***");
    assertThat(failure + command.toString()).doesNotContain("sk-very-secret");
  }

  @Test
  void server_thatIsNeverReady_failsByItsDeadlineWithTheStage() {
    ServerCommand command =
        scene.command(scene.vllm(4096), Map.of("STUB_FAIL", "never-ready"), Duration.ofSeconds(1));
    ServerFailure failure = failure(host.start(command).ready());
    scene.awaitNothingLeft();
    assertThat(failure.stage()).isEqualTo(Stage.HEALTH);
    assertThat(failure).hasMessageContaining("within 1 s, waiting for the health path");
    assertThat(failure.exit()).isEmpty();
  }

  @Test
  void command_thatIsNotThere_isSaidSo() {
    ServerFailure failure =
        failure(host.start(scene.command(List.of("no-such-engine", "serve"))).ready());
    assertThat(failure.cause()).map(KnownCause::kind).contains(KnownCause.Kind.COMMAND_NOT_FOUND);
    scene.awaitNothingLeft();
  }

  @Test
  void port_inUse_failsBeforeAnythingIsStarted() throws Exception {
    try (ServerSocket other = new ServerSocket(scene.port(), 1, InetAddress.getLoopbackAddress())) {
      ServerFailure failure = failure(host.start(scene.command(scene.vllm(4096))).ready());
      assertThat(other.isBound()).isTrue();
      assertThat(failure.stage()).isEqualTo(Stage.PORT_CHECK);
      assertThat(failure).hasMessageContaining("127.0.0.1:" + scene.port());
      assertThat(folder.resolve("logs")).doesNotExist();
    }
  }

  @Test
  void server_thatIgnoresSigtermWithCompanions_isKilledWhole() throws Exception {
    RunningServer server = get(host.start(scene.command(scene.stubborn())).ready());
    assertThat(scene.processes()).hasSizeGreaterThanOrEqualTo(3);
    get(server.stop());
    scene.awaitNothingLeft();
  }

  @Test
  void server_killedWhileItServes_isTold() throws Exception {
    List<String> argv =
        List.of("sh", "-c", "echo $$ > pid; exec " + String.join(" ", scene.vllm(4096)));
    RunningServer server = get(host.start(scene.command(argv)).ready());
    kill(Files.readString(folder.resolve("pid")).strip());
    ServerFailure failure = failure(server.exited());
    assertThat(failure.stage()).isEqualTo(Stage.SERVING);
    assertThat(failure.exit()).isEqualTo(OptionalInt.of(137));
    get(server.stop());
    scene.awaitNothingLeft();
  }

  @Test
  void parent_killedHard_leavesNothing() throws Exception {
    Process parent = ServerParent.start(scene);
    try (BufferedReader said = parent.inputReader(StandardCharsets.UTF_8)) {
      String line = said.readLine();
      while (line != null && !line.equals("ready")) {
        line = said.readLine();
      }
      assertThat(line).isEqualTo("ready");
      assertThat(scene.processes()).hasSizeGreaterThanOrEqualTo(3);
    } finally {
      parent.destroyForcibly().waitFor();
    }
    scene.awaitNothingLeft();
  }

  private static void kill(String pid) throws Exception {
    assertThat(new ProcessBuilder("kill", "-9", pid).start().waitFor()).isZero();
  }
}
