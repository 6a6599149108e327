package io.tokenstorm.cli.session;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.terminal.TerminalWidth;
import io.tokenstorm.coordinator.report.ReportBuilder;
import io.tokenstorm.coordinator.report.model.Report;
import io.tokenstorm.coordinator.report.table.FinalTable;
import io.tokenstorm.coordinator.results.ResultsException;
import io.tokenstorm.coordinator.results.Verdict;
import java.io.PrintWriter;
import java.nio.file.Path;

/** The report of a run's directory, made again, as the terminal shows it. */
public final class Results {
  private final Path directory;
  private final Report report;

  private Results(Path directory, Report report) {
    this.directory = directory;
    this.report = report;
  }

  /**
   * Makes the report from the directory.
   *
   * @throws CommandFailure if it is no run's directory, or cannot be read or written
   */
  public static Results of(Path directory) {
    try {
      return new Results(directory, ReportBuilder.build(directory));
    } catch (ResultsException e) {
      throw new CommandFailure(ExitCode.USAGE, e.getMessage() + ".", e);
    }
  }

  /** How far it can be relied on. */
  public Verdict verdict() {
    return report.verdict();
  }

  /** The table, the verdict, the findings, and where all of it is. */
  public void print(PrintWriter out) {
    out.print(FinalTable.render(report, TerminalWidth.of(System.getenv())));
    out.println();
    out.println(directory.resolve("report.json"));
    out.flush();
  }
}
