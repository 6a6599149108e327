package io.tokenstorm.protocol.spool;

import io.tokenstorm.protocol.record.RequestRecord;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Opens the spool of a worker that is no more, to read only: what it issued and which of its
 * records are there. What it lost in a window is {@code issued} − the records of that window that
 * were ever in the spool (those handed over before and those found here).
 *
 * <p>The records are those from {@link #firstSeq} (what was acknowledged may have been dropped) to
 * {@link #endSeq}, without a gap; the first damaged frame ends them.
 */
public final class SpoolReader implements Closeable {
  private final SpoolHeader header;
  private final SpoolCursor cursor;
  private final Extent extent;

  private SpoolReader(SpoolHeader header, SpoolCursor cursor, Extent extent) {
    this.header = header;
    this.cursor = cursor;
    this.extent = extent;
  }

  /**
   * Opens a spool and reads through it once to find its end.
   *
   * @param directory of the spool; see {@link SpoolKey#directoryBelow}
   * @throws SpoolFormatException if the header is damaged or of another version
   * @throws IOException if the files cannot be read
   */
  public static SpoolReader open(Path directory) throws IOException {
    SpoolHeader header = SpoolHeader.open(directory);
    return new SpoolReader(header, new SpoolCursor(directory), Extent.of(directory));
  }

  public SpoolKey key() {
    return header.key();
  }

  /** What was issued, by window. */
  public List<IssuedCount> issued() {
    return header.issued();
  }

  /** Sequence number of the first record that is still there. */
  public long firstSeq() {
    return extent.firstSeq;
  }

  /** One past the last whole record. */
  public long endSeq() {
    return extent.endSeq;
  }

  /** Bytes behind the last whole record: a frame that was cut off by the writer's death. */
  public long tornBytes() {
    return extent.tornBytes;
  }

  /**
   * Consecutive records from {@code fromSeq} on, at least one if it is there.
   *
   * @throws IOException if a file cannot be read
   */
  public List<RequestRecord> read(long fromSeq, BatchLimit limit) throws IOException {
    return fromSeq < extent.endSeq ? cursor.read(fromSeq, limit) : List.of();
  }

  @Override
  public void close() throws IOException {
    cursor.close();
  }

  /** Where the records of a spool begin and end. */
  private record Extent(long firstSeq, long endSeq, long tornBytes) {
    static Extent of(Path directory) throws IOException {
      List<Long> segments = Segments.list(directory);
      long first = segments.isEmpty() ? 0 : segments.get(0);
      long end = first;
      long torn = 0;
      for (long segment : segments) {
        if (segment != end) {
          break;
        }
        try (SegmentReader reader = SegmentReader.open(Segments.fileOf(directory, segment))) {
          Optional<SpoolFrame> frame = reader.next();
          while (frame.isPresent() && frame.get().firstSeq() == end) {
            end = frame.get().endSeq();
            frame = reader.next();
          }
          torn = reader.bytesBehind();
        }
      }
      return new Extent(first, end, torn);
    }
  }
}
