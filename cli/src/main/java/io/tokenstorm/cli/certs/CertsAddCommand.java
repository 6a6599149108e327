package io.tokenstorm.cli.certs;

import io.tokenstorm.cli.exit.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Makes certificates for further nodes, or new ones for those that are there. */
@Command(
    name = "add",
    description = {
      "Makes certificates for further nodes of a cluster, or renews them.",
      "A node named without hosts keeps those that its certificate has."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tokenstorm certs add certs --node b=10.0.0.3",
      "  tokenstorm certs add certs --node a --node b --days 7",
      "",
      "Exit codes: 0 made, 2 the folder holds no authority or cannot be written."
    })
final class CertsAddCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private Issuing issuing;

  @Override
  public Integer call() {
    if (!issuing.hasNodes()) {
      throw new ParameterException(spec.commandLine(), "a node is missing: --node NAME=HOST");
    }
    issuing.issue(issuing.folder().read(), spec.commandLine().getOut());
    return ExitCode.VALID.number();
  }
}
