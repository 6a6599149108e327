package io.tokenstorm.coordinator.report;

import io.tokenstorm.coordinator.report.history.RunHistory;
import io.tokenstorm.coordinator.report.phase.PhaseRecords;
import io.tokenstorm.coordinator.results.RecordFrame;
import io.tokenstorm.coordinator.results.RecordLogReader;
import io.tokenstorm.coordinator.results.ResultsException;
import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.record.RecordFormatException;
import io.tokenstorm.protocol.record.RequestRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * All records of a stored run, frame by frame, without making a report of it: those of every phase,
 * stage and epoch in the order they were merged. Memory is one frame.
 */
public final class RunRecords {
  private final RunDirectory directory;
  private final String run;
  private final Plan plan;
  private final long zeroNanos;

  private RunRecords(RunDirectory directory) {
    this.directory = directory;
    this.run = directory.info().run();
    this.plan = StoredPlan.of(directory);
    this.zeroNanos = new RunHistory(directory.events()).zeroNanos(directory.info().originNanos());
  }

  /**
   * Of a run's directory; nothing is written.
   *
   * @throws ResultsException if it is no run's directory or cannot be read
   */
  public static RunRecords open(Path directory) {
    return new RunRecords(RunDirectory.open(directory));
  }

  public String run() {
    return run;
  }

  public Plan plan() {
    return plan;
  }

  /** The zero of exported instants: the opening of the first measured window. */
  public long zeroNanos() {
    return zeroNanos;
  }

  /**
   * Hands over every record.
   *
   * @return bytes of the log that are no records, and were passed over
   * @throws ResultsException if the log cannot be read
   */
  public List<RecordLogReader.Damage> forEach(PhaseRecords.Visitor visitor) {
    if (!Files.exists(directory.recordLog())) {
      return List.of();
    }
    try (RecordLogReader log = RecordLogReader.open(directory.recordLog())) {
      for (RecordFrame frame = log.next(); frame != null; frame = log.next()) {
        for (RequestRecord record : frame.records()) {
          visitor.visit(frame.worker(), record);
        }
      }
      return log.damages();
    } catch (RecordFormatException e) {
      throw new ResultsException(
          ResultsException.Kind.DAMAGED,
          directory.recordLog() + " was written by another version: " + e.getMessage(),
          e);
    }
  }

  /** Writes records as they are visited, one JSON object a line, as in {@code records.jsonl.gz}. */
  public PhaseRecords.Visitor lines(OutputStream out) {
    RecordLines lines = new RecordLines(run, plan, zeroNanos);
    return (worker, record) -> {
      try {
        lines.write(out, worker, record);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }
}
