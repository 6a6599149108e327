package io.tokenstorm.coordinator.live.sketch;

import io.tokenstorm.protocol.telemetry.MergedWindow;
import io.tokenstorm.protocol.wire.LiveSketch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * The newest sketch of each worker for one window of one epoch. Sketches are cumulative and their
 * counters never fall, so the one with the larger counters is the newer one: order, loss and
 * repetition change nothing but freshness.
 */
public final class WindowSketches {
  /** The span of recent figures. */
  public static final Duration RECENT = Duration.ofSeconds(3);

  /**
   * How fast things go.
   *
   * @param seconds the span it was taken over; 0: nothing to tell
   * @param successesPerSecond requests that succeeded
   * @param eventsPerSecond output-bearing events that arrived
   */
  public record Pace(double seconds, double successesPerSecond, double eventsPerSecond) {}

  private record Source(String worker, int incarnation) {}

  private record Merge(long atNanos, MergedWindow merged) {}

  private final Map<Source, LiveSketch> newest = new HashMap<>();
  private final Map<Source, RateMeter> meters = new HashMap<>();
  private final Deque<Merge> merges = new ArrayDeque<>();
  private boolean changed;

  /**
   * Takes one sketch of this window. The very object that is held already is no news: a worker that
   * stands still makes new ones that say the same.
   *
   * @param nowNanos its arrival
   * @throws IllegalArgumentException if a histogram of it is damaged; nothing changed then
   */
  @SuppressWarnings("ReferenceEquality")
  public void add(LiveSketch sketch, long nowNanos) {
    Source source = new Source(sketch.worker(), sketch.incarnation());
    LiveSketch held = newest.get(source);
    if (held != null && (sketch == held || sketch.counted() < held.counted())) {
      return;
    }
    if (held == null || sketch.counted() > held.counted()) {
      new MergedWindow().add(sketch);
      changed = true;
    }
    newest.put(source, sketch);
    meters
        .computeIfAbsent(source, s -> new RateMeter())
        .sample(nowNanos, sketch.success(), sketch.streamedEvents());
  }

  /** All workers merged. */
  public MergedWindow merged(long nowNanos) {
    if (changed || merges.isEmpty()) {
      merges.addLast(new Merge(nowNanos, merge()));
      changed = false;
    }
    while (merges.size() > 1 && isBefore(second().atNanos(), nowNanos)) {
      merges.removeFirst();
    }
    return merges.getLast().merged();
  }

  /** What had been merged when the recent span began: a part of {@link #merged}. */
  public MergedWindow before(long nowNanos) {
    Merge first = merges.peekFirst();
    return first != null && isBefore(first.atNanos(), nowNanos)
        ? first.merged()
        : new MergedWindow();
  }

  /** The sum of the workers' rates; the span is the longest of theirs. */
  public Pace recent(long nowNanos) {
    double seconds = 0;
    double successes = 0;
    double events = 0;
    for (RateMeter meter : meters.values()) {
      seconds = Math.max(seconds, meter.spanSeconds(nowNanos));
      successes += meter.successRate(nowNanos);
      events += meter.eventRate(nowNanos);
    }
    return new Pace(seconds, successes, events);
  }

  private MergedWindow merge() {
    MergedWindow merged = new MergedWindow();
    newest.values().forEach(merged::add);
    return merged;
  }

  private Merge second() {
    Iterator<Merge> it = merges.iterator();
    it.next();
    return it.next();
  }

  private static boolean isBefore(long atNanos, long nowNanos) {
    return nowNanos - atNanos >= RECENT.toNanos();
  }
}
