package io.tokenstorm.coordinator.report;

import io.tokenstorm.coordinator.report.history.RunHistory;
import io.tokenstorm.coordinator.results.RecordLogReader;
import io.tokenstorm.coordinator.results.ResultsException;
import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.RunInfo;
import io.tokenstorm.protocol.plan.Plan;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Keeps {@code records.jsonl.gz} up with the record log while a run goes on: each call appends what
 * settled since the last, so that the file is readable after every phase, and nothing is written
 * twice. Not thread-safe, but needs no thread that merges records.
 */
final class RecordLinesFeed {
  private static final int BUFFER = 1 << 16;

  private final RunDirectory directory;
  private final long memberBytes;
  private final RunInfo info;
  private final Plan plan;
  private long position;
  private long zeroNanos;

  /**
   * Starts from the beginning of the log; what the file held before is replaced.
   *
   * @throws ResultsException if the directory's plan or {@code run.json} cannot be read
   */
  RecordLinesFeed(RunDirectory directory) {
    this(directory, LineMembers.MEMBER_BYTES);
  }

  RecordLinesFeed(RunDirectory directory, long memberBytes) {
    this.directory = directory;
    this.memberBytes = memberBytes;
    this.info = directory.info();
    this.plan = StoredPlan.of(directory);
  }

  /**
   * Writes {@code records.jsonl.gz} of a directory from its whole log, at once: a reader sees the
   * old file or the new one.
   *
   * @throws ResultsException if it cannot be read or written
   */
  static void writeAll(RunDirectory directory) {
    new RecordLinesFeed(directory).writeWhole();
  }

  void writeWhole() {
    RunHistory history = history();
    directory.writeWhole(
        directory.recordLines(), out -> append(out, history, Long.MAX_VALUE, processors()));
  }

  /**
   * Appends what settled since the last call. To be called when a phase has settled, after its
   * event was noted. Takes one processor at most, as the next phase may be measuring.
   *
   * @throws ResultsException if it cannot be read or written
   */
  void catchUp() {
    RunHistory history = history();
    append(history, settledEnds(history).stream().reduce(0L, Math::max), 1);
  }

  /**
   * Appends the rest of the log. To be called when the log is closed.
   *
   * @throws ResultsException if it cannot be read or written
   */
  void finish() {
    append(history(), Long.MAX_VALUE, processors());
  }

  private void append(RunHistory history, long upTo, int atOnce) {
    long zero = history.zeroNanos(info.originNanos());
    if (zero != zeroNanos) {
      // the lines count from the first measured window: written before it was known, begin anew
      position = 0;
    }
    Path file = directory.recordLines();
    try (OutputStream out = new BufferedOutputStream(open(file), BUFFER)) {
      append(out, history, upTo, atOnce);
    } catch (IOException e) {
      throw ResultsException.onWrite(file, e);
    }
  }

  private void append(OutputStream out, RunHistory history, long upTo, int atOnce)
      throws IOException {
    zeroNanos = history.zeroNanos(info.originNanos());
    LineMembers members =
        new LineMembers(new RecordLines(info.run(), plan, zeroNanos), memberBytes, atOnce);
    if (Files.exists(directory.recordLog())) {
      try (RecordLogReader log = RecordLogReader.open(directory.recordLog(), position)) {
        for (long end : settledEnds(history)) {
          position = members.write(log, position, Math.min(end, upTo), out);
        }
        position = members.write(log, position, upTo, out);
      }
    }
    if (position == 0) {
      members.writeNone(out);
    }
  }

  private static int processors() {
    return Runtime.getRuntime().availableProcessors();
  }

  private RunHistory history() {
    return new RunHistory(directory.events());
  }

  /** Where the log ended when phases were settled, ascending. */
  private static List<Long> settledEnds(RunHistory history) {
    return history.all(RunEvent.PhaseSettled.class).stream()
        .map(RunEvent.PhaseSettled::recordLogBytes)
        .sorted()
        .toList();
  }

  private OutputStream open(Path file) throws IOException {
    return position == 0
        ? Files.newOutputStream(file)
        : Files.newOutputStream(file, StandardOpenOption.APPEND);
  }
}
