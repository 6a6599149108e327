package io.tokenstorm.coordinator.report;

import io.tokenstorm.coordinator.report.model.Report;
import io.tokenstorm.coordinator.report.phase.PhaseRecords;
import io.tokenstorm.coordinator.results.ResultsException;
import io.tokenstorm.coordinator.results.RunInfo;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.record.RecordFormatException;
import java.nio.file.Path;

/** A run's directory as it is read by who needs more than its report: the measured requests. */
public final class StoredRun {
  private final Path directory;
  private final ReportBuilder builder;
  private final Report report;

  private StoredRun(Path directory, ReportBuilder builder) {
    this.directory = directory;
    this.builder = builder;
    this.report = builder.report();
  }

  /**
   * Reads a directory; nothing is written.
   *
   * @throws ResultsException if it is no run's directory or cannot be read
   */
  public static StoredRun open(Path directory) {
    try {
      return new StoredRun(directory, ReportBuilder.of(directory));
    } catch (RecordFormatException e) {
      throw new ResultsException(
          ResultsException.Kind.DAMAGED,
          directory + " holds records of another version: " + e.getMessage(),
          e);
    }
  }

  public Path directory() {
    return directory;
  }

  /** What it was. */
  public RunInfo info() {
    return builder.info();
  }

  /** Its plan as it was run. */
  public Plan plan() {
    return builder.plan();
  }

  /** Its report, made from the records. */
  public Report report() {
    return report;
  }

  /** The measured requests of a settled phase: those that its figures rest on, and the failed. */
  public PhaseRecords measured(String phase) {
    return builder.measured(phase);
  }
}
