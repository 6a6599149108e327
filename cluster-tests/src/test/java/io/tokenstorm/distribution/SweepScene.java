package io.tokenstorm.distribution;

import static org.awaitility.Awaitility.await;

import io.tokenstorm.cluster.stub.StubEngines;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A sweep of one row in the background, whose server is a shell's line; its processes bear a mark.
 *
 * @param folder where it and its server run
 * @param port of the server
 */
record SweepScene(Path folder, int port, Running run) implements AutoCloseable {
  /** The stub, for the row. */
  static final String VLLM = "exec vllm serve m --max-model-len 4096 --port {port}";

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final String PLAN =
      """
      kind: server-matrix
      name: stages
      model: m
      lengths: [600]
      environment: {SCENE: "%1$s", PATH: "%2$s"}
      ready: {within: 10m, poll: 50ms}
      stop:
        grace: 1s
        check: [sh, -c, "touch checking; while [ ! -e go ]; do sleep 0.1; done"]
        check_within: 10m
      engines:
        a:
          port: %3$d
          command:
            - sh
            - -c
            - |-
              %4$s
      """;

  static SweepScene start(Path folder, String server) throws IOException {
    StubEngines.install(folder.resolve("bin"));
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    String path = StubEngines.pathWith(folder.resolve("bin"));
    Files.writeString(folder.resolve("plan.yaml"), PLAN.formatted(folder, path, port, server));
    Running run =
        Launcher.startWith(
            folder,
            "-Xmx256m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
            "run",
            "--allow-commands",
            "plan.yaml");
    return new SweepScene(folder, port, run);
  }

  List<Path> processes() {
    return new MarkedProcesses(folder.toString()).all();
  }

  void awaitFile(String name) {
    await().atMost(PATIENCE).until(() -> !run.isAlive() || Files.exists(folder.resolve(name)));
  }

  void touch(String name) throws IOException {
    Files.writeString(folder.resolve(name), "");
  }

  /** Waits until the server's log holds a line. */
  void awaitLog(String line) {
    await().atMost(PATIENCE).until(() -> !run.isAlive() || log().contains(line + "\n"));
  }

  private String log() throws IOException {
    if (!Files.exists(folder.resolve("results"))) {
      return "";
    }
    try (Stream<Path> files = Files.walk(folder.resolve("results"))) {
      for (Path file : files.filter(one -> one.endsWith("server.log")).toList()) {
        return Files.readString(file);
      }
      return "";
    }
  }

  ServerSocket takePort() throws IOException {
    return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
  }

  @Override
  public void close() {
    run.close();
    await().atMost(PATIENCE).until(this::processes, List::isEmpty);
  }
}
