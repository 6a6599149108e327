package io.tokenstorm.cluster.real;

import io.tokenstorm.server.ReadyTerms;
import io.tokenstorm.server.ServerCommand;
import io.tokenstorm.server.StopTerms;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * llama.cpp's server with a tiny model, as {@code cluster-tests/real-server/install} left it in the
 * folder that {@code -Dreal-server} names, and what it says of itself.
 *
 * @param port on loopback
 * @param log its output
 */
record LlamaServer(int port, Path log) {
  /** Where the model is for the server. */
  static final String MODEL = "/tiny.gguf";

  private static final Pattern PROMPT =
      Pattern.compile("task (\\d+) \\| prompt eval time = .*?/ +(\\d+) tokens");
  private static final Pattern ANSWER =
      Pattern.compile("task (\\d+) \\| +eval time = .*?/ +(\\d+) tokens");
  private static final Duration READY = Duration.ofSeconds(60);

  /** A request as the server logged it. */
  record Served(int promptTokens, int answerTokens) {}

  static LlamaServer in(Path folder) throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new LlamaServer(free.getLocalPort(), folder.resolve("llama-server.log"));
    }
  }

  static Path installed() {
    String folder = System.getProperty("real-server", "");
    Path launcher = Path.of(folder, "llama-server").toAbsolutePath();
    if (folder.isEmpty() || !Files.isExecutable(launcher)) {
      throw new IllegalStateException(
          "no real server in -Dreal-server=" + folder + "; see docs/real-server.md");
    }
    return launcher;
  }

  ServerCommand command(String model, int context) {
    return new ServerCommand(
        "llama-server",
        List.of(
            installed().toString(),
            "-m",
            model,
            "-t",
            "1",
            "-c",
            String.valueOf(context),
            "-np",
            "2",
            "--host",
            "127.0.0.1",
            "--port",
            String.valueOf(port),
            "--metrics"),
        Map.of(),
        log.getParent(),
        log,
        URI.create(url()),
        Map.of(),
        model,
        new ReadyTerms("/health", READY, Duration.ofMillis(100), true),
        new StopTerms(Duration.ofSeconds(10), List.of(), READY));
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  /** One of its counters. */
  long metric(String name) throws Exception {
    String all =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(url() + "/metrics")).build(),
                HttpResponse.BodyHandlers.ofString())
            .body();
    Matcher line =
        Pattern.compile("^llamacpp:" + name + " (\\d+)$", Pattern.MULTILINE).matcher(all);
    if (!line.find()) {
      throw new AssertionError("no counter " + name + " in " + all);
    }
    return Long.parseLong(line.group(1));
  }

  /** Every request it served since it started. */
  List<Served> served() throws IOException {
    String text = Files.readString(log);
    Map<String, Integer> prompts = byTask(PROMPT, text);
    return byTask(ANSWER, text).entrySet().stream()
        .map(task -> new Served(prompts.get(task.getKey()), task.getValue()))
        .toList();
  }

  private static Map<String, Integer> byTask(Pattern pattern, String text) {
    Map<String, Integer> found = new LinkedHashMap<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.put(matcher.group(1), Integer.valueOf(matcher.group(2)));
    }
    return found;
  }
}
