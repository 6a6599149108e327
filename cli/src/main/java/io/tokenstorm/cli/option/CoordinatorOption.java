package io.tokenstorm.cli.option;

import picocli.CommandLine.Option;

/** Which coordinator is meant. */
public final class CoordinatorOption {
  @Option(
      names = "--to",
      paramLabel = "HOST:PORT",
      converter = HostPort.Converter.class,
      defaultValue = "127.0.0.1:7380",
      description = "The coordinator's HTTP address. Default: ${DEFAULT-VALUE}.")
  private HostPort coordinator;

  /**
   * Where its HTTP API listens.
   *
   * @throws io.tokenstorm.cli.exit.CommandFailure if it is not on loopback
   */
  public HostPort address() {
    return coordinator.onLoopback("--to");
  }
}
