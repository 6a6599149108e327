package io.tokenstorm.protocol.spool;

import io.tokenstorm.protocol.record.LoadStage;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The first file of a spool: whose it is, and how many requests were issued in each window. The
 * file is mapped into memory, so a count survives kill −9 the moment it is made (not a crash of the
 * machine). All pages are written at creation: counting never needs disk space.
 *
 * <p>Layout, little-endian, {@value #LENGTH} bytes: 0 magic {@code TSSPOOL1}, 8 version, 12
 * incarnation, 16 number of entries, 24 worker, 152 run, 280 process (each: length, UTF-8), 512
 * entries of 32 bytes: in use (1), epoch, phase, stage code (4 bytes each), issued (8 bytes), 8
 * bytes unused.
 */
public final class SpoolHeader {
  /** Version of the whole spool format, records included. */
  public static final int VERSION = 2;

  /** Name of the file in the spool's directory. */
  public static final String FILE = "header";

  /** Length of the file, bytes. */
  static final int LENGTH = 256 * 1024;

  private static final long MAGIC =
      ByteBuffer.wrap("TSSPOOL1".getBytes(StandardCharsets.US_ASCII))
          .order(ByteOrder.LITTLE_ENDIAN)
          .getLong();
  private static final int WORKER_AT = 24;
  private static final int RUN_AT = 152;
  private static final int PROCESS_AT = 280;
  private static final int ENTRIES_AT = 512;
  private static final int ENTRY = 32;
  private static final int CAPACITY = (LENGTH - ENTRIES_AT) / ENTRY;
  private static final int ISSUED_AT = 16;

  private static final VarHandle INTS =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final ByteBuffer map;
  private final SpoolKey key;

  private SpoolHeader(ByteBuffer map, SpoolKey key) {
    this.map = map;
    this.key = key;
  }

  /**
   * Creates the header of a new spool.
   *
   * @throws IOException if it exists already, or there is no space; nothing is left behind then, so
   *     that another try meets the same cause
   */
  public static SpoolHeader create(Path directory, SpoolKey key) throws IOException {
    Path path = directory.resolve(FILE);
    try (FileChannel file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      reserve(file, path);
      ByteBuffer map = file.map(MapMode.READ_WRITE, 0, LENGTH).order(ByteOrder.LITTLE_ENDIAN);
      map.putInt(8, VERSION).putInt(12, key.incarnation()).putInt(16, CAPACITY);
      putName(map, WORKER_AT, key.worker());
      putName(map, RUN_AT, key.run());
      putName(map, PROCESS_AT, key.processKey());
      LONGS.setRelease(map, 0, MAGIC);
      return new SpoolHeader(map, key);
    }
  }

  /** Takes the whole length on disk, so that no later write can fail for want of space. */
  private static void reserve(FileChannel file, Path path) throws IOException {
    try {
      ByteBuffer zeros = ByteBuffer.allocate(LENGTH);
      while (zeros.hasRemaining()) {
        file.write(zeros);
      }
    } catch (IOException e) {
      Files.deleteIfExists(path);
      throw e;
    }
  }

  /**
   * Opens the header of a spool to read it.
   *
   * @throws SpoolFormatException if it is damaged or of another version
   */
  public static SpoolHeader open(Path directory) throws IOException {
    Path path = directory.resolve(FILE);
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      if (file.size() != LENGTH) {
        throw new SpoolFormatException(path + " has " + file.size() + " bytes, not " + LENGTH);
      }
      ByteBuffer map = file.map(MapMode.READ_ONLY, 0, LENGTH).order(ByteOrder.LITTLE_ENDIAN);
      if (map.getLong(0) != MAGIC || map.getInt(8) != VERSION) {
        throw new SpoolFormatException(path + " is no spool of version " + VERSION);
      }
      try {
        return new SpoolHeader(
            map,
            new SpoolKey(
                name(map, WORKER_AT), name(map, RUN_AT), map.getInt(12), name(map, PROCESS_AT)));
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        throw new SpoolFormatException(path + " is damaged: " + e.getMessage());
      }
    }
  }

  public SpoolKey key() {
    return key;
  }

  /**
   * The count of one window; made at the first call.
   *
   * @throws IllegalStateException if there is no room for one more window
   */
  public synchronized IssuedCell cell(int epoch, int phase, LoadStage stage) {
    for (int i = 0; i < CAPACITY; i++) {
      int at = ENTRIES_AT + i * ENTRY;
      if (map.getInt(at) == 0) {
        map.putInt(at + 4, epoch).putInt(at + 8, phase).putInt(at + 12, stage.code());
        INTS.setRelease(map, at, 1);
        return new IssuedCell(map, at + ISSUED_AT);
      }
      IssuedCount entry = entry(at);
      if (entry.epoch() == epoch && entry.phase() == phase && entry.stage() == stage) {
        return new IssuedCell(map, at + ISSUED_AT);
      }
    }
    throw new IllegalStateException("the spool's header holds at most " + CAPACITY + " windows");
  }

  /** All counts, in the order in which the windows were set. */
  public List<IssuedCount> issued() {
    List<IssuedCount> counts = new ArrayList<>();
    for (int at = ENTRIES_AT; at + ENTRY <= LENGTH; at += ENTRY) {
      if ((int) INTS.getAcquire(map, at) == 0) {
        break;
      }
      counts.add(entry(at));
    }
    return counts;
  }

  private IssuedCount entry(int at) {
    LoadStage stage =
        map.getInt(at + 12) == LoadStage.WARMUP.code() ? LoadStage.WARMUP : LoadStage.MEASURE;
    long issued = (long) LONGS.getVolatile(map, at + ISSUED_AT);
    return new IssuedCount(map.getInt(at + 4), map.getInt(at + 8), stage, issued);
  }

  private static void putName(ByteBuffer map, int at, String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    map.putInt(at, bytes.length).put(at + 4, bytes);
  }

  private static String name(ByteBuffer map, int at) {
    byte[] bytes = new byte[Math.max(0, Math.min(map.getInt(at), SpoolKey.MAX_NAME))];
    map.get(at + 4, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The count of one window, in mapped memory. Thread-safe; never blocks. */
  public static final class IssuedCell {
    private final ByteBuffer map;
    private final int at;

    private IssuedCell(ByteBuffer map, int at) {
      this.map = map;
      this.at = at;
    }

    /** Counts one more request; called before it is sent. */
    public void increment() {
      long before = (long) LONGS.getAndAdd(map, at, 1L);
      assert before >= 0;
    }

    public long value() {
      return (long) LONGS.getVolatile(map, at);
    }
  }
}
