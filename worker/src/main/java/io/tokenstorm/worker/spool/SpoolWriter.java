package io.tokenstorm.worker.spool;

import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.spool.PackedSize;
import io.tokenstorm.protocol.spool.SpoolFrame;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that writes a spool's records: numbers them, writes several as one frame, keeps
 * the recent ones in memory. A frame that cannot be written is lost and counted; the next is tried
 * again.
 */
final class SpoolWriter {
  /** The longest packed record that fits into one message of the cluster. */
  static final int MAX_RECORD_BYTES = 960 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(SpoolWriter.class);
  private static final int MAX_FRAME_RECORDS = 512;

  /** On the heap; packed, records take half of it or less, so that a frame makes a batch. */
  private static final long MAX_FRAME_BYTES = 160 << 10;

  private static final Duration IDLE_WAIT = Duration.ofMillis(200);
  private static final Duration FINISH_WAIT = Duration.ofSeconds(10);

  private final SpoolFiles files;
  private final RecordQueue queue;
  private final RecentRecords recent;
  private final WindowCounts counts = new WindowCounts();
  private final SpoolLosses losses = new SpoolLosses();
  private final Consumer<RequestRecord> tap;
  private final Path directory;
  private final long intervalNanos;
  private final Thread thread = new Thread(this::run);
  private volatile long endSeq;
  private volatile boolean finishing;

  SpoolWriter(
      SpoolFiles files, SpoolSettings settings, Consumer<RequestRecord> tap, Path directory) {
    this.files = files;
    this.queue = new RecordQueue(settings.queueBytes());
    this.recent = new RecentRecords(settings.recentBytes());
    this.tap = tap;
    this.directory = directory;
    this.intervalNanos = settings.writeInterval().toNanos();
  }

  void start(String name) {
    thread.setName(name);
    thread.setDaemon(true);
    thread.start();
  }

  SpoolFiles files() {
    return files;
  }

  RecentRecords recent() {
    return recent;
  }

  WindowCounts counts() {
    return counts;
  }

  SpoolLosses losses() {
    return losses;
  }

  long endSeq() {
    return endSeq;
  }

  void offer(RequestRecord record) {
    if (finishing) {
      losses.add(record, "handed in after the spool in " + directory + " was closed");
    } else if (!queue.offer(record)) {
      losses.add(record, "the disk of " + directory + " cannot keep up");
    }
  }

  /** Lets the thread write what is queued, and waits for it. */
  void finish() {
    finishing = true;
    queue.wake();
    try {
      thread.join(FINISH_WAIT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) {
      LOG.error("the disk of {} does not answer: what is queued may be lost", directory);
    }
  }

  private void run() {
    while (!finishing || !queue.isEmpty()) {
      List<RequestRecord> records = queue.poll(MAX_FRAME_RECORDS, MAX_FRAME_BYTES);
      if (records.isEmpty()) {
        queue.await(IDLE_WAIT.toNanos());
        continue;
      }
      show(records);
      write(records.stream().map(SpoolWriter::fitting).toList());
      if (!finishing && records.size() < MAX_FRAME_RECORDS) {
        LockSupport.parkNanos(this, intervalNanos);
      }
    }
    try {
      files.close();
    } catch (IOException e) {
      LOG.warn("cannot close the last file of {}", directory, e);
    }
  }

  private void show(List<RequestRecord> records) {
    try {
      records.forEach(tap);
    } catch (RuntimeException e) {
      LOG.error("the live view missed records", e);
    }
  }

  private void write(List<RequestRecord> records) {
    try {
      append(endSeq, records);
    } catch (IOException e) {
      records.forEach(r -> losses.add(r, "cannot write to " + directory + ": " + e.getMessage()));
    } catch (IllegalArgumentException e) {
      if (records.size() > 1) {
        // one of them breaks a bound of the format: the others must not be lost with it
        records.forEach(record -> write(List.of(record)));
      } else {
        RequestRecord record = records.get(0);
        losses.add(record, record.key() + " cannot be packed: " + e.getMessage());
      }
    }
  }

  private void append(long firstSeq, List<RequestRecord> records) throws IOException {
    // packed once, for the disk and for the wire
    SpoolFrame frame = new SpoolFrame(firstSeq, records).packed();
    files.append(frame);
    recent.add(frame);
    // first the end, then the counts: who reads them the other way round misses no record
    endSeq = frame.endSeq();
    counts.add(records);
  }

  /** A record that no message can carry goes without its gaps; its event count tells. */
  private static RequestRecord fitting(RequestRecord record) {
    if (PackedSize.atMost(record) <= MAX_RECORD_BYTES) {
      return record;
    }
    LOG.warn("{} has {} gaps: kept without them", record.key(), record.gaps().size());
    return new RequestRecord(
        record.key(),
        record.replica(),
        record.instants(),
        Gaps.NONE,
        record.outcome(),
        record.tokens(),
        record.finishReason(),
        record.responseBytes(),
        record.silent());
  }
}
