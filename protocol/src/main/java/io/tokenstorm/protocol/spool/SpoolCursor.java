package io.tokenstorm.protocol.spool;

import io.tokenstorm.protocol.record.RequestRecord;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads records of a spool's files by sequence number. Going on where the last read ended costs
 * nothing; going back reads one file from its start. Holds one frame in memory. Not thread-safe.
 */
public final class SpoolCursor implements Closeable {
  private final Path directory;
  private @Nullable SegmentReader reader;
  private @Nullable SpoolFrame frame;

  public SpoolCursor(Path directory) {
    this.directory = directory;
  }

  /**
   * Consecutive records from {@code fromSeq} on, as many as the limit allows; none if that record
   * is not there.
   *
   * @throws IOException if a file cannot be read
   */
  public List<RequestRecord> read(long fromSeq, BatchLimit limit) throws IOException {
    List<RequestRecord> records = new ArrayList<>();
    long seq = fromSeq;
    while (records.size() < limit.maxRecords() && seek(seq)) {
      SpoolFrame found = Objects.requireNonNull(frame);
      if (records.isEmpty() && found.firstSeq() == seq && limit.isMet(found.records())) {
        return found.records();
      }
      records.addAll(
          found.records().subList((int) (seq - found.firstSeq()), found.records().size()));
      int fitting = limit.firstOf(records);
      if (fitting < records.size()) {
        return List.copyOf(records.subList(0, fitting));
      }
      seq = found.endSeq();
    }
    return records;
  }

  /** Moves to the frame that holds a record; false if there is none. */
  private boolean seek(long seq) throws IOException {
    if (frame != null && frame.firstSeq() <= seq && seq < frame.endSeq()) {
      return true;
    }
    boolean onward = frame != null && frame.endSeq() == seq;
    return (onward && scan(seq)) || (openSegmentOf(seq) && scan(seq));
  }

  private boolean scan(long seq) throws IOException {
    while (reader != null) {
      Optional<SpoolFrame> next = reader.next();
      if (next.isEmpty() || next.get().firstSeq() > seq) {
        return false;
      }
      frame = next.get();
      if (seq < frame.endSeq()) {
        return true;
      }
    }
    return false;
  }

  /** Opens the file that would hold a record, from its start; false if there is none. */
  private boolean openSegmentOf(long seq) throws IOException {
    Optional<Long> first =
        Segments.list(directory).stream().filter(start -> start <= seq).reduce((a, b) -> b);
    close();
    if (first.isEmpty()) {
      return false;
    }
    try {
      reader = SegmentReader.open(Segments.fileOf(directory, first.get()));
      return true;
    } catch (NoSuchFileException e) {
      // dropped in between because it was acknowledged: its records are not wanted any more
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    frame = null;
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }
}
