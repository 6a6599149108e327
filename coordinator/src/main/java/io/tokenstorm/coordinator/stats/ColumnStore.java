package io.tokenstorm.coordinator.stats;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the blocks of many columns: in memory up to a bound for all of them together, beyond it in
 * one file that is deleted on closing. So the memory that a report takes does not grow with the
 * number of requests, gaps, workers or replicas that it is about. Blocks may be read from several
 * threads once no column grows any more; writing is for one thread.
 *
 * <p>Errors of the file are {@link UncheckedIOException}s, as columns are read through interfaces
 * that know no files.
 */
public final class ColumnStore implements Closeable {
  /** The part of the heap that blocks may take. */
  private static final int HEAP_PART = 8;

  private static final int BUFFER = 1 << 20;

  private final Path directory;
  private final long heapBytes;
  private final ByteBuffer unwritten = ByteBuffer.allocate(BUFFER);
  private long held;
  private long written;
  private @Nullable Path path;
  private @Nullable FileChannel file;

  /**
   * A store that holds at most {@code heapBytes} in memory.
   *
   * @param directory where the file is made once it is needed
   */
  public ColumnStore(Path directory, long heapBytes) {
    this.directory = directory;
    this.heapBytes = heapBytes;
  }

  /** A store that holds at most an eighth of this process's heap in memory. */
  public static ColumnStore in(Path directory) {
    return new ColumnStore(directory, Runtime.getRuntime().maxMemory() / HEAP_PART);
  }

  /** An empty column that keeps its numbers here. */
  public LongColumn column() {
    return new LongColumn(this);
  }

  /** Bytes that went to the file. */
  public long bytesOnDisk() {
    return written + unwritten.position();
  }

  /** A block that is kept here. */
  sealed interface Block {
    /** In memory. */
    record Held(ByteBuffer bytes) implements Block {}

    /** In the file. */
    record Filed(long offset, int length) implements Block {}
  }

  Block keep(byte[] packed) {
    if (held + packed.length <= heapBytes) {
      held += packed.length;
      return new Block.Held(ByteBuffer.wrap(packed));
    }
    if (packed.length > unwritten.remaining()) {
      flush();
    }
    Block block = new Block.Filed(bytesOnDisk(), packed.length);
    unwritten.put(packed);
    return block;
  }

  /** Reads a block that is in the file into {@code into}. */
  void read(Block.Filed block, byte[] into) {
    try {
      flush();
      ByteBuffer bytes = ByteBuffer.wrap(into, 0, block.length());
      while (bytes.hasRemaining()) {
        if (opened().read(bytes, block.offset() + bytes.position()) < 0) {
          throw new IOException(path + " became shorter");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized void flush() {
    try {
      unwritten.flip();
      while (unwritten.hasRemaining()) {
        written += opened().write(unwritten, written);
      }
      unwritten.clear();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized FileChannel opened() throws IOException {
    FileChannel open = file;
    if (open == null) {
      Path fresh = Files.createTempFile(directory, "report-", ".columns");
      path = fresh;
      open = FileChannel.open(fresh, StandardOpenOption.READ, StandardOpenOption.WRITE);
      file = open;
    }
    return open;
  }

  /** Deletes the file; the columns cannot be read any more. */
  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
    if (path != null) {
      Files.deleteIfExists(path);
    }
  }
}
