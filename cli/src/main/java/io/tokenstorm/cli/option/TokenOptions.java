package io.tokenstorm.cli.option;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Where the token of the HTTP API is kept. The token itself is never on a command line, where every
 * user of the machine could read it.
 */
public final class TokenOptions {
  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "File with the token of the HTTP API. Default: api.token in --certs DIR.")
  private @Nullable Path file;

  @Option(
      names = "--token-env",
      paramLabel = "NAME",
      description = "Environment variable with the token, instead of a file.")
  private @Nullable String variable;

  /** The token of the named variable. */
  public Optional<String> ofEnvironment() {
    if (variable == null) {
      return Optional.empty();
    }
    String token = System.getenv(variable);
    if (token == null) {
      throw new CommandFailure(
          ExitCode.USAGE, "--token-env: the environment variable " + variable + " is not set.");
    }
    return Optional.of(TokenFile.checked(token, "--token-env " + variable));
  }

  /** The file that was named. */
  public Optional<Path> file() {
    return Optional.ofNullable(file);
  }
}
