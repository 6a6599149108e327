package io.tokenstorm.replica.truth;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A truth log file: one JSON line for each request that ended, written by a thread of its own and
 * flushed at least once a second and on close. Any number of replicas may write to one log.
 */
public final class TruthLog implements TruthSink, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TruthLog.class);

  private final BlockingQueue<TruthRecord> queue = new LinkedBlockingQueue<>();
  private final BufferedWriter writer;
  private final Thread thread;
  private volatile boolean closing;

  private TruthLog(Path file) throws IOException {
    writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
    thread = new Thread(this::run, "truth-log");
    thread.setDaemon(true);
  }

  /** Begins a new log; an old file of that name is replaced. */
  public static TruthLog create(Path file) throws IOException {
    TruthLog log = new TruthLog(file);
    log.thread.start();
    return log;
  }

  /**
   * Reads a log. A last line without its end, as a kill leaves it, is left out.
   *
   * @throws IOException if the file cannot be read or a whole line is not a record
   */
  public static List<TruthRecord> read(Path file) throws IOException {
    String text = Files.readString(file, StandardCharsets.UTF_8);
    List<TruthRecord> records = new ArrayList<>();
    int from = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      records.add(TruthFormat.parse(text.substring(from, end)));
      from = end + 1;
    }
    return records;
  }

  /**
   * The most requests that were in flight at one time, over all records given: from a request's
   * arrival up to its end. At equal instants an end comes before an arrival.
   */
  public static int maxInFlight(List<TruthRecord> records) {
    record Edge(long nanos, int change) {}
    List<Edge> edges = new ArrayList<>();
    for (TruthRecord record : records) {
      edges.add(new Edge(record.arrivalNanos(), 1));
      edges.add(new Edge(record.endNanos(), -1));
    }
    edges.sort(Comparator.comparingLong(Edge::nanos).thenComparingInt(Edge::change));
    int inFlight = 0;
    int most = 0;
    for (Edge edge : edges) {
      inFlight += edge.change();
      most = Math.max(most, inFlight);
    }
    return most;
  }

  @Override
  public void ended(TruthRecord record) {
    queue.add(record);
  }

  private void run() {
    try (writer) {
      long flushedNanos = System.nanoTime();
      while (!closing || !queue.isEmpty()) {
        TruthRecord record = queue.poll(100, TimeUnit.MILLISECONDS);
        if (record != null) {
          writer.write(TruthFormat.line(record));
          writer.write('\n');
        }
        if (record == null || System.nanoTime() - flushedNanos > 500_000_000L) {
          writer.flush();
          flushedNanos = System.nanoTime();
        }
      }
    } catch (IOException failed) {
      LOG.error("the truth log could not be written: {}", failed.toString());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Writes everything given so far, and closes the file. */
  @Override
  public void close() {
    closing = true;
    try {
      thread.join(30_000);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("interrupted while closing the truth log"));
    }
  }
}
