package io.tokenstorm.coordinator.results;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that only grows by whole entries. Invariant: a write that fails leaves no part of its
 * entry behind if the disk lets us take it back, and nothing is appended after a failure.
 */
final class LogFile implements Closeable {
  private final Path path;
  private final Sink sink;
  private long position;
  private boolean failed;

  /** Where the bytes go: a file, or what a test puts in its place. */
  interface Sink extends Closeable {
    /** Writes some bytes at the end. */
    void write(ByteBuffer bytes) throws IOException;

    void truncate(long size) throws IOException;

    void force() throws IOException;
  }

  LogFile(Path path, Sink sink, long position) {
    this.path = path;
    this.sink = sink;
    this.position = position;
  }

  /** Opens a file for appending after its first {@code keep} bytes; what follows is cut off. */
  static LogFile open(Path path, long keep) {
    try {
      FileChannel channel =
          FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      channel.truncate(keep);
      channel.position(keep);
      return new LogFile(path, new ChannelSink(channel), keep);
    } catch (IOException e) {
      throw ResultsException.onWrite(path, e);
    }
  }

  /** Appends one entry whole and hands it to the operating system. */
  void append(ByteBuffer entry) {
    if (failed) {
      throw new IllegalStateException(path + ": an earlier write failed");
    }
    int length = entry.remaining();
    try {
      while (entry.hasRemaining()) {
        sink.write(entry);
      }
      position += length;
    } catch (IOException e) {
      failed = true;
      takeBack(e);
      throw ResultsException.onWrite(path, e);
    }
  }

  private void takeBack(IOException cause) {
    try {
      sink.truncate(position);
    } catch (IOException e) {
      // the torn entry stays; a reader stops before it
      cause.addSuppressed(e);
    }
  }

  /** Position of the end, bytes. */
  long position() {
    return position;
  }

  /** Returns once everything appended is on the disk. */
  void force() {
    try {
      sink.force();
    } catch (IOException e) {
      failed = true;
      throw ResultsException.onWrite(path, e);
    }
  }

  @Override
  public void close() {
    try {
      sink.close();
    } catch (IOException e) {
      throw ResultsException.onWrite(path, e);
    }
  }

  private record ChannelSink(FileChannel channel) implements Sink {
    @Override
    public void write(ByteBuffer bytes) throws IOException {
      channel.write(bytes);
    }

    @Override
    public void truncate(long size) throws IOException {
      channel.truncate(size);
    }

    @Override
    public void force() throws IOException {
      channel.force(false);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
