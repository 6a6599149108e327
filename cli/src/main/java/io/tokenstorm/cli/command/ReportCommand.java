package io.tokenstorm.cli.command;

import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.session.Results;
import io.tokenstorm.cli.sweep.SweepSession;
import io.tokenstorm.coordinator.sweep.result.SweepDirectory;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a run's report again from its records. */
@Command(
    name = "report",
    description = {
      "Makes the report of a run again from the run's directory, and shows it.",
      "Works for a run that was cut off, too: what was settled is reported."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tokenstorm report results/20261130-081500-quickstart",
      "",
      "Exit codes: the verdict's, as of the run itself; 2 if DIR is no run's directory."
    })
final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The run's directory, such as results/RUN.")
  private Path directory;

  @Override
  public Integer call() {
    if (SweepDirectory.isOne(directory)) {
      return SweepSession.rebuilt(directory, spec.commandLine().getOut()).number();
    }
    Results results = Results.rebuilt(directory);
    results.print(spec.commandLine().getOut());
    return ExitCode.of(results.verdict()).number();
  }
}
