package io.tokenstorm.cluster.server;

import static org.awaitility.Awaitility.await;

import io.tokenstorm.cluster.stub.StubEngines;
import io.tokenstorm.protocol.server.SecretText;
import io.tokenstorm.server.ReadyTerms;
import io.tokenstorm.server.ServerCommand;
import io.tokenstorm.server.StopTerms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A stub server on a free port, whose processes are known by a variable of their environment, so
 * that none of them can hide.
 *
 * @param folder holds its log and the stubs
 */
record ServerScene(Path folder, int port, String mark) {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  static ServerScene in(Path folder) throws IOException {
    StubEngines.install(folder.resolve("bin"));
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new ServerScene(folder, free.getLocalPort(), folder + "-" + free.getLocalPort());
    }
  }

  /** {@code vllm serve} with a context of this length. */
  List<String> vllm(int maxModelLen) {
    return List.of(
        "vllm",
        "serve",
        "/models/m",
        "--max-model-len",
        String.valueOf(maxModelLen),
        "--port",
        String.valueOf(port));
  }

  /**
   * The same by a shell that lets SIGTERM be ignored from there on, and with two companions, one of
   * them in a session of its own.
   */
  List<String> stubborn() {
    String line =
        "trap '' TERM; sleep 900 & setsid sleep 900 & exec " + String.join(" ", vllm(4096));
    return List.of("sh", "-c", line);
  }

  ServerCommand command(List<String> argv, Map<String, String> environment, Duration deadline) {
    Map<String, SecretText> all = new HashMap<>();
    environment.forEach((name, value) -> all.put(name, SecretText.plain(value)));
    all.put("PATH", SecretText.plain(StubEngines.pathWith(folder.resolve("bin"))));
    all.put("SCENE", SecretText.plain(mark));
    return new ServerCommand(
        "stub",
        argv,
        all,
        folder,
        folder.resolve("logs/stub.log"),
        URI.create("http://127.0.0.1:" + port),
        Map.of(),
        "/models/m",
        new ReadyTerms("/health", deadline, Duration.ofMillis(50), true),
        new StopTerms(Duration.ofMillis(500), List.of("sh", "-c", "echo x >> checked"), PATIENCE));
  }

  ServerCommand command(List<String> argv) {
    return command(argv, Map.of(), PATIENCE);
  }

  /** Processes that bear the mark. */
  List<Path> processes() {
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      return all.filter(dir -> dir.getFileName().toString().matches("\\d+"))
          .filter(this::bearsMark)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean bearsMark(Path process) {
    try {
      return new String(Files.readAllBytes(process.resolve("environ")), StandardCharsets.UTF_8)
          .contains("SCENE=" + mark + "\0");
    } catch (IOException ended) {
      return false;
    }
  }

  boolean isPortFree() {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }

  void awaitNothingLeft() {
    await().atMost(PATIENCE).until(() -> processes().isEmpty() && isPortFree());
  }
}
