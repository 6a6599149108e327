package io.tokenstorm.cli.option;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.coordinator.api.guard.ApiToken;
import io.tokenstorm.protocol.node.NodePlace;
import io.tokenstorm.protocol.tls.CertificateFolder;
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

  /**
   * The token that readers of a node's HTTP port must show: whenever one was named, there are
   * certificates, or others can reach the port. It is made if its file is not there yet.
   */
  public Optional<ApiToken> required(NodePlace place, Optional<Path> certificates) {
    return ofEnvironment()
        .or(() -> fileFor(place, certificates).map(TokenFile::readOrMake))
        .map(ApiToken::new);
  }

  private Optional<Path> fileFor(NodePlace place, Optional<Path> certificates) {
    return file()
        .or(() -> certificates.map(folder -> folder.resolve(CertificateFolder.TOKEN)))
        .or(
            () ->
                place.isOnLoopback()
                    ? Optional.empty()
                    : Optional.of(Path.of(CertificateFolder.TOKEN)));
  }

  /** The file that was named. */
  public Optional<Path> file() {
    return Optional.ofNullable(file);
  }
}
