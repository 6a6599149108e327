package io.tokenstorm.worker.spool;

import io.tokenstorm.protocol.spool.SegmentWriter;
import io.tokenstorm.protocol.spool.SpoolFrame;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** Where a spool's frames go: a file, or in tests a disk that is full or slow. */
interface FrameAppender extends Closeable {
  /** Creates the file that begins with a sequence number. */
  @FunctionalInterface
  interface Factory {
    FrameAppender create(Path directory, long firstSeq) throws IOException;
  }

  /** Appends one frame, or throws and leaves no trace. */
  void append(SpoolFrame frame) throws IOException;

  /** Bytes of whole frames. */
  long length();

  static FrameAppender file(Path directory, long firstSeq) throws IOException {
    SegmentWriter writer = SegmentWriter.create(directory, firstSeq);
    return new FrameAppender() {
      @Override
      public void append(SpoolFrame frame) throws IOException {
        writer.append(frame);
      }

      @Override
      public long length() {
        return writer.length();
      }

      @Override
      public void close() throws IOException {
        writer.close();
      }
    };
  }
}
