package io.tokenstorm.worker.spool;

import io.tokenstorm.protocol.spool.Segments;
import io.tokenstorm.protocol.spool.SpoolFrame;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The record files of one live spool: appended by the writer's thread, dropped from the front by
 * whoever hands records over.
 */
final class SpoolFiles implements Closeable {
  private final Path directory;
  private final long segmentBytes;
  private final FrameAppender.Factory factory;
  private final Deque<Long> starts = new ArrayDeque<>();
  private @Nullable FrameAppender current;

  SpoolFiles(Path directory, long segmentBytes, FrameAppender.Factory factory) {
    this.directory = directory;
    this.segmentBytes = segmentBytes;
    this.factory = factory;
  }

  /** Appends a frame, to a new file if the current one is long enough. */
  void append(SpoolFrame frame) throws IOException {
    FrameAppender file = current;
    if (file == null || file.length() >= segmentBytes) {
      FrameAppender next = factory.create(directory, frame.firstSeq());
      close();
      current = next;
      file = next;
      synchronized (starts) {
        starts.addLast(frame.firstSeq());
      }
    }
    file.append(frame);
  }

  /** Deletes the files whose records all lie before {@code seq}; never the current one. */
  void dropBefore(long seq) throws IOException {
    synchronized (starts) {
      while (starts.size() > 1 && secondStart() <= seq) {
        Files.deleteIfExists(Segments.fileOf(directory, starts.removeFirst()));
      }
    }
  }

  private long secondStart() {
    Iterator<Long> iterator = starts.iterator();
    iterator.next();
    return iterator.next();
  }

  @Override
  public void close() throws IOException {
    if (current != null) {
      current.close();
      current = null;
    }
  }
}
