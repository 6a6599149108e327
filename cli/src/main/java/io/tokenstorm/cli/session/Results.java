package io.tokenstorm.cli.session;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.terminal.TerminalText;
import io.tokenstorm.coordinator.report.ReportBuilder;
import io.tokenstorm.coordinator.report.model.Report;
import io.tokenstorm.coordinator.report.table.FinalTable;
import io.tokenstorm.coordinator.results.ResultsException;
import io.tokenstorm.coordinator.results.Verdict;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/** The report of a run's directory, made again, as the terminal shows it. */
public final class Results {
  private final Path directory;
  private final Report report;

  private Results(Path directory, Report report) {
    this.directory = directory;
    this.report = report;
  }

  /**
   * Writes the report of a directory again.
   *
   * @throws CommandFailure if it is no run's directory, or cannot be read or written
   */
  public static Results rebuilt(Path directory) {
    return made(directory, ReportBuilder::build);
  }

  /**
   * The report of a run that has just ended. Where it is not there, as on a disk that was full, it
   * is tried once more.
   *
   * @throws CommandFailure saying why there is none
   */
  static Results read(Path directory) {
    if (Files.exists(directory.resolve("report.json"))) {
      return made(directory, ReportBuilder::read);
    }
    try {
      return rebuilt(directory);
    } catch (CommandFailure e) {
      throw new CommandFailure(
          e.exitCode(),
          "the run has ended, but its report could not be written: %s 'tokenstorm report %s' makes it once that is mended."
              .formatted(e.getMessage(), directory),
          e);
    }
  }

  private static Results made(Path directory, Function<Path, Report> how) {
    try {
      return new Results(directory, how.apply(directory));
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
    out.print(TerminalText.of(System.getenv(), width -> FinalTable.render(report, width)));
    out.println();
    out.println(directory.resolve("report.json"));
    out.println(directory.resolve("report.html"));
    out.flush();
  }
}
