package io.tokenstorm.cli.option;

import io.tokenstorm.cli.client.ApiClient;
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

  /** A client of it. */
  public ApiClient client() {
    return new ApiClient(coordinator.onLoopback("--to"));
  }
}
