package io.tokenstorm.worker.live;

import io.tokenstorm.protocol.live.LatencySketch;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.wire.HealthSample.Turnaround;
import io.tokenstorm.protocol.wire.LiveSketch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Sums up the finished requests of the last few windows, fed by the spool's writer, read once a
 * second. Thread-safe. Holds at most {@value #WINDOWS} windows.
 */
public final class LiveTally {
  private static final int WINDOWS = 4;

  private final Map<WindowKey, WindowTally> windows = new LinkedHashMap<>();
  private final Histogram turnaround = new Histogram(1, LatencySketch.HIGHEST_MICROS, 2);

  /** Counts one finished request. */
  public synchronized void count(RequestRecord record) {
    tally(WindowKey.of(record.key())).count(record);
    LatencySketch.count(turnaround, (double) record.instants().turnaroundNanos());
  }

  /**
   * What is known of a window.
   *
   * @param sent requests sent in it
   * @param streamedEvents output-bearing events so far; −1: those of finished requests only
   */
  public synchronized LiveSketch sketch(
      LiveSource source, WindowKey key, long sent, long streamedEvents) {
    return tally(key).sketch(source, key, sent, streamedEvents);
  }

  /** sent − intended of the requests counted since the last call. */
  public synchronized Turnaround takeTurnaround() {
    long count = turnaround.getTotalCount();
    if (count == 0) {
      return Turnaround.NONE;
    }
    Turnaround taken =
        new Turnaround(
            count,
            turnaround.getValueAtPercentile(50) * 1_000,
            turnaround.getValueAtPercentile(99) * 1_000,
            turnaround.getMaxValue() * 1_000);
    turnaround.reset();
    return taken;
  }

  /** Forgets everything: another run begins, whose epochs may be the same. */
  public synchronized void clear() {
    windows.clear();
  }

  private WindowTally tally(WindowKey key) {
    WindowTally tally = windows.computeIfAbsent(key, k -> new WindowTally());
    if (windows.size() > WINDOWS) {
      List<WindowKey> oldest = new ArrayList<>(windows.keySet());
      windows.remove(oldest.get(0));
    }
    return tally;
  }
}
