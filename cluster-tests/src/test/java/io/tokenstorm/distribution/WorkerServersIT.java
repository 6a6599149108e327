package io.tokenstorm.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tokenstorm.cluster.stub.StubEngines;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Servers on a worker's host, coordinator and worker being processes of their own: measured,
 * failed, refused; and nothing is left of them when the worker or the coordinator is killed.
 */
class WorkerServersIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Only the worker has it. */
  private static final String KEY = "sk-of-the-worker-5521";

  private static final String PLAN =
      """
      kind: server-matrix
      name: elsewhere
      model: m
      lengths: [100]
      ready: {poll: 50ms}
      stop: {grace: 500ms, check: [sh, -c, "echo checked >> checked"]}
      environment: {SCENE: "%1$s"}
      engines:
      """;

  private static final String ROWS =
      """
        good:
          worker: gpu
          port: %1$d
          environment: {VLLM_API_KEY: "${env:WORKER_KEY}"}
          headers: {Authorization: "Bearer ${env:SWEEP_KEY}"}
          command: vllm serve m --max-model-len 4096 --host {host} --port {port}
        failed:
          worker: gpu
          port: %1$d
          environment: {STUB_MODEL_LIMIT: 50}
          command: vllm serve m --max-model-len 4096 --port {port}
        refused:
          worker: w1
          port: %1$d
          command: vllm serve m --max-model-len 4096 --port {port}
        hanging:
          worker: gpu
          port: %1$d
          command: [sh, -c, "setsid sleep 900 & exec sleep 900"]
        ended:
          worker: other
          port: %1$d
          command: [sh, -c, "setsid sleep 900 & exec sleep 900"]
      """;

  private static final String HANGING =
      """
        hanging:
          worker: gpu
          port: %2$d
          command: [sh, -c, "trap '' TERM; setsid sleep 900 & sleep 900"]
      """;

  @TempDir private Path folder;
  private int port;
  private int otherPort;

  @BeforeEach
  void setTheScene() throws IOException {
    StubEngines.install(folder.resolve("bin"));
    for (String one : List.of("coordinator", "worker", "other", "doomed", "left")) {
      Files.createDirectories(folder.resolve(one));
    }
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerSocket another = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
      otherPort = another.getLocalPort();
    }
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    await().atMost(PATIENCE).until(() -> processes("a").isEmpty() && processes("b").isEmpty());
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(socket.isBound()).isTrue();
    }
  }

  private List<Path> processes(String scene) {
    return new MarkedProcesses(folder + "/" + scene).all();
  }

  private Running sweep(String in, String scene, String engines) throws IOException {
    Path at = folder.resolve(in);
    String plan = PLAN.formatted(folder + "/" + scene) + engines.formatted(port, otherPort);
    Files.writeString(at.resolve("plan.yaml"), plan);
    return Running.start(
        at,
        environment(Map.of("SWEEP_KEY", KEY)),
        Launcher.command(List.of(), "run", "--allow-commands", "plan.yaml"));
  }

  private static Map<String, String> environment(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(Launcher.BRIEF);
    all.putAll(more);
    return Launcher.with(all);
  }

  private Running worker(String id, String in, String join) throws IOException {
    List<String> line =
        Launcher.command(
            List.of(),
            "worker",
            "--join=" + join,
            "--id=" + id,
            "--spool=spool",
            "--allow-commands");
    Map<String, String> environment =
        environment(
            Map.of(
                "PATH", StubEngines.pathWith(folder.resolve("bin")),
                "WORKER_KEY", KEY,
                "SWEEP_KEY", KEY));
    return Running.start(folder.resolve(in), environment, line);
  }

  @Test
  void servers_onAWorkersHost_areRows_andEndWithTheWorkerOrTheCoordinator() throws Exception {
    try (Running doomed = sweep("doomed", "b", HANGING);
        Running run = sweep("coordinator", "a", ROWS);
        Running left = worker("gpu", "left", join(doomed));
        Running worker = worker("gpu", "worker", join(run));
        Running other = worker("other", "other", join(run))) {
      await().atMost(PATIENCE).until(() -> !processes("b").isEmpty());
      doomed.signal("KILL");
      run.awaitOutput("row 4 of 5: .*: starting");
      await().atMost(PATIENCE).until(() -> processes("a").size() >= 2);
      worker.signal("KILL");
      await().atMost(PATIENCE).until(() -> processes("a").isEmpty());
      run.awaitOutput("row 5 of 5: .*: starting");
      await().atMost(PATIENCE).until(() -> processes("a").size() >= 2);
      other.signal("TERM");
      assertThat(other.awaitEnd()).as(other.out() + other.err()).isZero();
      assertThat(processes("a")).isEmpty();
      assertThat(run.awaitEnd()).as(run.out() + run.err()).isZero();
      rows(run);
      // its lease is over by now, or soon will be
      await().atMost(PATIENCE).until(() -> processes("b").isEmpty());
      assertThat(left.isAlive()).isTrue();
      left.signal("TERM");
      left.awaitEnd();
    }
  }

  private static String join(Running run) {
    return run.awaitOutput("workers join ([0-9.:]+); servers run on .*gpu");
  }

  private void rows(Running run) throws IOException {
    JsonNode rows = new ObjectMapper().readTree(report().toFile()).path("scenarios");
    assertThat(rows).hasSize(5);
    JsonNode good = rows.path(0);
    assertThat(good.path("success").asBoolean()).as(run.out()).isTrue();
    assertThat(good.at("/metrics/total_input_tokens").asInt()).isEqualTo(100);
    assertThat(good.path("notes").toString()).contains("on the host of worker gpu");
    assertThat(folder.resolve("worker/checked")).exists();
    JsonNode failed = rows.path(1);
    assertThat(failed.at("/failure/cause").asText()).isEqualTo("context-too-long");
    assertThat(failed.at("/failure/log_tail").toString()).contains("greater than the derived");
    assertThat(failed.path("error").asText()).contains("(on the host of worker gpu)");
    assertThat(rows.path(2).path("error").asText())
        .contains("worker w1 starts no commands")
        .contains("--allow-commands");
    assertThat(rows.path(3).path("error").asText()).contains("worker gpu, on whose host it ran");
    assertThat(rows.path(4).path("error").asText()).contains("worker other");
    assertThat(run.out() + run.err() + Files.readString(report(), StandardCharsets.UTF_8))
        .doesNotContain(KEY);
  }

  private Path report() throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve("coordinator/results"))) {
      return all.findFirst().orElseThrow().resolve("report.json");
    }
  }
}
