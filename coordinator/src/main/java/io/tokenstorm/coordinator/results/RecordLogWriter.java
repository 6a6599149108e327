package io.tokenstorm.coordinator.results;

import com.esotericsoftware.kryo.io.KryoBufferOverflowException;
import io.tokenstorm.protocol.record.RecordCodec;
import io.tokenstorm.protocol.record.RequestRecord;
import java.io.Closeable;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * Appends merged records to {@code records.log}. The records already lie on the coordinator's time
 * line. What {@link #append} returned from has been handed to the operating system and survives a
 * kill of this process; what {@link #force} returned from survives a power cut. Not thread-safe.
 */
public final class RecordLogWriter implements Closeable {
  private final LogFile file;

  private RecordLogWriter(LogFile file) {
    this.file = file;
  }

  /**
   * Opens the log for appending, creating it if needed; a torn tail is cut off.
   *
   * @throws ResultsException if it is no record log, is damaged before its tail, or cannot be
   *     written
   */
  static RecordLogWriter open(Path path) {
    long keep = RecordLogReader.usableLength(path);
    return on(LogFile.open(path, keep));
  }

  static RecordLogWriter on(LogFile file) {
    if (file.position() == 0) {
      file.append(RecordLogReader.fileHeader());
    }
    return new RecordLogWriter(file);
  }

  /**
   * Appends records of one worker, in the order of its spool.
   *
   * @param epoch of the arming they were delivered under
   * @param firstSequence the spool's sequence number of the first one
   * @return position of the log's end, bytes
   * @throws ResultsException if they cannot be written; the log then takes no more
   */
  public long append(String worker, int epoch, long firstSequence, List<RequestRecord> records) {
    if (!records.isEmpty()) {
      ByteBuffer frame = null;
      if (records.size() <= RecordCodec.MAX_BATCH) {
        frame = packed(worker, epoch, firstSequence, records);
      }
      if (frame == null) {
        int half = records.size() / 2;
        append(worker, epoch, firstSequence, records.subList(0, half));
        append(worker, epoch, firstSequence + half, records.subList(half, records.size()));
      } else {
        file.append(frame);
      }
    }
    return position();
  }

  private static @org.jspecify.annotations.Nullable ByteBuffer packed(
      String worker, int epoch, long firstSequence, List<RequestRecord> records) {
    try {
      return RecordFrame.pack(worker, epoch, firstSequence, records);
    } catch (KryoBufferOverflowException e) {
      if (records.size() == 1) {
        throw new IllegalArgumentException("a record beyond the largest frame", e);
      }
      return null;
    }
  }

  /** Position of the log's end, bytes. */
  public long position() {
    return file.position();
  }

  /** Returns once everything appended is on the disk. */
  public void force() {
    file.force();
  }

  @Override
  public void close() {
    file.close();
  }
}
