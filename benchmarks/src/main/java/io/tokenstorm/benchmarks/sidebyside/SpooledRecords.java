package io.tokenstorm.benchmarks.sidebyside;

import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.spool.SpoolKey;
import io.tokenstorm.worker.load.RecordSink;
import io.tokenstorm.worker.spool.RecordSpool;
import io.tokenstorm.worker.spool.SpoolSettings;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A worker's spool, from which a coordinator would fetch the records; or none. */
final class SpooledRecords implements RecordSink, AutoCloseable {
  /** Records go nowhere. */
  static final SpooledRecords NONE = new SpooledRecords(null);

  private final @Nullable RecordSpool spool;

  private SpooledRecords(@Nullable RecordSpool spool) {
    this.spool = spool;
  }

  /**
   * Makes a spool.
   *
   * @throws IOException if the directory is there already, or the disk is full
   */
  static SpooledRecords create(Path directory) throws IOException {
    SpoolKey key = new SpoolKey("side-by-side", "cost", 1, "one");
    return new SpooledRecords(
        RecordSpool.create(directory, key, SpoolSettings.DEFAULT, record -> {}));
  }

  @Override
  public void accept(RequestRecord record) {
    if (spool != null) {
      spool.accept(record);
    }
  }

  /** Writes what is queued, and fails if anything was lost; then deletes the spool. */
  @Override
  public void close() throws IOException {
    if (spool == null) {
      return;
    }
    spool.seal();
    String problem = spool.problem();
    spool.delete();
    if (!problem.isEmpty()) {
      throw new IOException("the spool has lost records: " + problem);
    }
  }
}
