package io.tokenstorm.benchmarks.sidebyside;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client is asked to do.
 *
 * @param client direct, direct-spool, akka-http, akka-pool or bare
 * @param port of the server on the loopback interface
 * @param streams open at a time
 * @param tokens of each answer
 * @param loops event loops of an engine that has a choice
 * @param warmupSeconds before the window
 * @param windowSeconds that count
 * @param tailSeconds of load after the window, so that what was written in it can still arrive
 * @param stamps where the stamp of each token goes; null: stamps are not kept
 * @param spool where records go with direct-spool; must not be there yet
 */
record ClientOptions(
    String client,
    int port,
    int streams,
    int tokens,
    int loops,
    double warmupSeconds,
    double windowSeconds,
    double tailSeconds,
    @Nullable Path stamps,
    Path spool) {

  /**
   * Reads {@code --name value} pairs.
   *
   * @throws IllegalArgumentException if one is missing or no number
   */
  static ClientOptions parse(String[] args) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i + 1 < args.length; i += 2) {
      values.put(args[i], args[i + 1]);
    }
    String stamps = values.getOrDefault("--stamps", "");
    return new ClientOptions(
        required(values, "--client"),
        Integer.parseInt(required(values, "--port")),
        Integer.parseInt(required(values, "--streams")),
        Integer.parseInt(required(values, "--tokens")),
        Integer.parseInt(values.getOrDefault("--loops", "1")),
        Double.parseDouble(values.getOrDefault("--warmup", "3")),
        Double.parseDouble(values.getOrDefault("--window", "4")),
        Double.parseDouble(values.getOrDefault("--tail", "0.3")),
        stamps.isEmpty() ? null : Path.of(stamps),
        Path.of(values.getOrDefault("--spool", "spool")));
  }

  private static String required(Map<String, String> values, String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return value;
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }
}
