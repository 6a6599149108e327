package io.tokenstorm.coordinator.report;

import io.tokenstorm.coordinator.report.history.RunHistory;
import io.tokenstorm.coordinator.results.RecordLogReader;
import io.tokenstorm.coordinator.results.ResultsException;
import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.coordinator.results.RunInfo;
import io.tokenstorm.protocol.plan.Plan;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPOutputStream;

/**
 * Keeps {@code records.jsonl.gz} up with the record log while a run goes on: each call appends what
 * came since the last as one gzip member, so that the file is readable after every settled phase.
 * The report's build at the end replaces it whole, with the same lines. Not thread-safe.
 */
public final class RecordLinesFeed {
  private final RunDirectory directory;
  private final RunInfo info;
  private final Plan plan;
  private long position;

  /**
   * Starts from the beginning of the log; what the file held before is replaced.
   *
   * @throws ResultsException if the directory's plan or {@code run.json} cannot be read
   */
  public RecordLinesFeed(RunDirectory directory) {
    this.directory = directory;
    this.info = directory.info();
    this.plan = StoredPlan.of(directory);
  }

  /**
   * Appends what the log holds beyond the last call. To be called when a phase has settled, after
   * its event was noted.
   *
   * @throws ResultsException if it cannot be read or written
   */
  public void catchUp() {
    if (!Files.exists(directory.recordLog())) {
      return;
    }
    long zero = new RunHistory(directory.events()).zeroNanos(info.originNanos());
    RecordLines lines = new RecordLines(info.run(), plan, zero);
    Path file = directory.recordLines();
    try (RecordLogReader reader = RecordLogReader.open(directory.recordLog(), position);
        OutputStream out =
            new GZIPOutputStream(new BufferedOutputStream(open(file), 1 << 16), 1 << 13)) {
      lines.writeFrames(out, reader);
      position = reader.position();
    } catch (IOException e) {
      throw ResultsException.onWrite(file, e);
    }
  }

  private OutputStream open(Path file) throws IOException {
    return position == 0
        ? Files.newOutputStream(file)
        : Files.newOutputStream(file, StandardOpenOption.APPEND);
  }
}
