package io.tokenstorm.cli.certs;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Certificates of a cluster; does nothing by itself. */
@Command(
    name = "certs",
    description = "Makes the certificates by which the nodes of a cluster know each other.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {CertsInitCommand.class, CertsAddCommand.class},
    footerHeading = "%nExamples:%n",
    footer = {
      "  tokenstorm certs init certs --node coordinator=10.0.0.1 --node a=10.0.0.2",
      "  tokenstorm certs add certs --node b=10.0.0.3",
      "  tokenstorm certs add certs --node a",
      "",
      "The last one renews: the hosts stay. A node that runs takes its new files up by itself."
    })
public final class CertsCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Without a command there is nothing to do: says so. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing: init or add");
  }
}
