package io.tokenstorm.worker.spool;

import io.tokenstorm.protocol.file.FolderTree;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.spool.BatchLimit;
import io.tokenstorm.protocol.spool.IssuedCount;
import io.tokenstorm.protocol.spool.SpoolCursor;
import io.tokenstorm.protocol.spool.SpoolHeader;
import io.tokenstorm.protocol.spool.SpoolKey;
import io.tokenstorm.worker.lease.IssueCounter;
import io.tokenstorm.worker.load.RecordSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The records of one run in one incarnation. Each accepted record gets the next sequence number,
 * once it is on disk; what was accepted but not written when the process is killed is lost, and
 * shows as issued − recorded. Nothing here is flushed to the medium: it survives the process, not
 * the machine. Thread-safe.
 */
public final class RecordSpool implements RecordSink, SpoolSource, AutoCloseable {
  private final Path directory;
  private final SpoolHeader header;
  private final SpoolWriter writer;
  private final SpoolCursor cursor;
  private volatile long acknowledgedSeq;

  private RecordSpool(Path directory, SpoolHeader header, SpoolWriter writer) {
    this.directory = directory;
    this.header = header;
    this.writer = writer;
    this.cursor = new SpoolCursor(directory);
  }

  /**
   * Creates an empty spool and starts its writer.
   *
   * @param directory of this spool alone; made if it is not there
   * @param tap sees each record once, on the writer's thread
   * @throws IOException if it exists already, or the disk is full
   */
  public static RecordSpool create(
      Path directory, SpoolKey key, SpoolSettings settings, Consumer<RequestRecord> tap)
      throws IOException {
    return create(
        directory,
        key,
        new SpoolWriter(
            new SpoolFiles(directory, settings.segmentBytes(), FrameAppender::file),
            settings,
            tap,
            directory));
  }

  static RecordSpool create(Path directory, SpoolKey key, SpoolWriter writer) throws IOException {
    Files.createDirectories(directory);
    SpoolHeader header = SpoolHeader.create(directory, key);
    writer.start("spool-" + key.worker() + '-' + key.incarnation());
    return new RecordSpool(directory, header, writer);
  }

  /** The counter of requests issued in a window; survives kill −9. */
  public IssueCounter issued(int epoch, int phase, LoadStage stage) {
    SpoolHeader.IssuedCell cell = header.cell(epoch, phase, stage);
    return new IssueCounter() {
      @Override
      public void increment() {
        cell.increment();
      }

      @Override
      public long value() {
        return cell.value();
      }
    };
  }

  @Override
  public List<IssuedCount> issued() {
    return header.issued();
  }

  /** Requests of a window whose record is in the spool. */
  public long recorded(int epoch, int phase, LoadStage stage) {
    return writer.counts().of(epoch, phase, stage);
  }

  @Override
  public long endSeq() {
    return writer.endSeq();
  }

  /** Requests of a window whose record was lost before it came into the spool. */
  public long lost(int epoch, int phase, LoadStage stage) {
    return writer.losses().counts().of(epoch, phase, stage);
  }

  /** Whether everything in it was acknowledged. */
  boolean isHandedIn() {
    return acknowledgedSeq >= endSeq();
  }

  /** Records that were lost here, and why; empty if none was. */
  public String problem() {
    return writer.losses().problem();
  }

  @Override
  public void accept(RequestRecord record) {
    writer.offer(record);
  }

  @Override
  public List<RequestRecord> read(long fromSeq, BatchLimit limit) throws IOException {
    if (fromSeq < 0 || fromSeq >= endSeq()) {
      return List.of();
    }
    List<RequestRecord> recent = writer.recent().from(fromSeq, limit);
    if (!recent.isEmpty()) {
      return recent;
    }
    synchronized (cursor) {
      return cursor.read(fromSeq, limit);
    }
  }

  @Override
  public synchronized void acknowledge(long seq) throws IOException {
    long known = Math.min(seq, endSeq());
    acknowledgedSeq = Math.max(acknowledgedSeq, known);
    writer.recent().dropBefore(known);
    writer.files().dropBefore(known);
  }

  /** Writes what is queued and takes nothing more; the records stay readable. Idempotent. */
  public void seal() {
    writer.finish();
  }

  /** Seals, and closes the files. */
  @Override
  public void close() throws IOException {
    seal();
    synchronized (cursor) {
      cursor.close();
    }
  }

  /** Closes, and deletes the whole spool. */
  public void delete() throws IOException {
    close();
    FolderTree.delete(directory);
  }
}
