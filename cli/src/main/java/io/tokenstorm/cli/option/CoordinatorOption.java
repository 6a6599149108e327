package io.tokenstorm.cli.option;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.protocol.tls.CertificateFolder;
import io.tokenstorm.protocol.tls.CertificateFolderException;
import io.tokenstorm.protocol.tls.TlsIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which coordinator is meant, and how it is reached. */
public final class CoordinatorOption {
  @Option(
      names = "--to",
      paramLabel = "HOST:PORT",
      converter = HostPort.Converter.class,
      defaultValue = "127.0.0.1:7380",
      description = "The coordinator's HTTP address. Default: ${DEFAULT-VALUE}.")
  private HostPort coordinator;

  @Option(
      names = "--certs",
      paramLabel = "DIR",
      description =
          "Folder with ca.pem and api.token of a coordinator that has certificates: HTTPS.")
  private @Nullable Path certificates;

  @Mixin private TokenOptions token;

  @Option(
      names = "--insecure",
      description = "Plain HTTP off loopback: the token can be read on the way.")
  private boolean insecure;

  /** Where its HTTP API listens. */
  public HostPort address() {
    return coordinator;
  }

  /**
   * How it is reached.
   *
   * @throws CommandFailure if it is off loopback and nothing protects the way, or a file cannot be
   *     used
   */
  public ApiAccess access() {
    if (certificates == null && !insecure && !coordinator.isOnLoopback("--to")) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "--to: '"
              + coordinator.host()
              + "' is not this machine's loopback: name the folder with the coordinator's ca.pem"
              + " and api.token with --certs DIR. --insecure speaks plain HTTP.");
    }
    return new ApiAccess(coordinator, tls(), secret());
  }

  private Optional<SSLContext> tls() {
    try {
      return Optional.ofNullable(certificates)
          .map(folder -> TlsIdentity.trusting(new CertificateFolder(folder).authority()));
    } catch (CertificateFolderException e) {
      throw new CommandFailure(ExitCode.USAGE, "--certs: " + e.getMessage() + ".", e);
    }
  }

  private Optional<String> secret() {
    Optional<String> named = token.ofEnvironment().or(() -> token.file().map(TokenFile::read));
    return named.or(
        () ->
            Optional.ofNullable(certificates)
                .map(folder -> folder.resolve(CertificateFolder.TOKEN))
                .filter(Files::exists)
                .map(TokenFile::read));
  }
}
