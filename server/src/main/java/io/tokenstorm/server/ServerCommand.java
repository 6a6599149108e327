package io.tokenstorm.server;

import io.tokenstorm.protocol.server.SecretText;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server to be started: one command, as it is executed, and where it will answer.
 *
 * @param name what messages call it
 * @param argv the command and its arguments; no shell reads them. A command without a slash is
 *     looked for in {@code PATH}
 * @param environment variables added to Tokenstorm's own; secrets only by reference
 * @param workingDirectory where it runs; must exist
 * @param log file that takes its standard output and error; its folder is made, what was in it is
 *     overwritten
 * @param base where it answers HTTP, with a port: {@code http://127.0.0.1:30011}
 * @param headers sent with all that it is asked, such as its API key; secrets only by reference
 * @param model name that {@code /v1/models} must list; null: any
 * @param ready when it counts as ready
 * @param stop how it is stopped
 */
public record ServerCommand(
    String name,
    List<String> argv,
    Map<String, SecretText> environment,
    Path workingDirectory,
    Path log,
    URI base,
    Map<String, SecretText> headers,
    @Nullable String model,
    ReadyTerms ready,
    StopTerms stop) {

  /**
   * @throws IllegalArgumentException if there is no command, or the base URL has no host or no port
   */
  public ServerCommand {
    argv = List.copyOf(argv);
    environment = Map.copyOf(environment);
    headers = Map.copyOf(headers);
    if (argv.isEmpty() || argv.get(0).isBlank()) {
      throw new IllegalArgumentException("the server " + name + " has no command");
    }
    if (base.getHost() == null || base.getPort() < 1) {
      throw new IllegalArgumentException(
          "the server " + name + " needs a base URL with host and port, not " + base);
    }
  }

  /** The same, to be asked at another place. */
  public ServerCommand at(URI newBase) {
    return new ServerCommand(
        name, argv, environment, workingDirectory, log, newBase, headers, model, ready, stop);
  }
}
