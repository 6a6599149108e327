package io.tokenstorm.cli.command;

import io.tokenstorm.cli.certs.CertsCommand;
import io.tokenstorm.cli.collect.CollectCommand;
import io.tokenstorm.cli.export.ExportCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root of the command line; does nothing by itself. */
@Command(
    name = "tokenstorm",
    description =
        "Generates load on LLM serving endpoints from a cluster of workers and reports it exactly.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DemoCommand.class,
      RunCommand.class,
      CoordinatorCommand.class,
      WorkerCommand.class,
      SubmitCommand.class,
      WatchCommand.class,
      CancelCommand.class,
      CertsCommand.class,
      ReplicaCommand.class,
      ValidateCommand.class,
      ReportCommand.class,
      CompareCommand.class,
      ExportCommand.class,
      CollectCommand.class,
      InitCommand.class,
      CalibrateCommand.class,
      WarmUpCommand.class
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tokenstorm demo",
      "  tokenstorm run conf/plans/quickstart.yaml --workers 2",
      "  tokenstorm run --help",
      "",
      "Exit codes: 0 valid, 1 degraded, invalid or cancelled, 2 plan, usage,",
      "unwritable directory or port in use,",
      "3 cluster or target unreachable, 4 internal."
    })
public final class TokenstormCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Without a command there is nothing to do: says so. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
