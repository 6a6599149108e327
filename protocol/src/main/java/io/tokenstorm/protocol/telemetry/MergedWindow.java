package io.tokenstorm.protocol.telemetry;

import io.tokenstorm.protocol.live.LatencySketch;
import io.tokenstorm.protocol.wire.LiveSketch;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * All workers' newest sketches of one window, added up. Adding is commutative, so the order of the
 * sketches does not matter. Histograms are in microseconds.
 */
public final class MergedWindow {
  private long sent;
  private long success;
  private long outputTokens;
  private long streamedEvents;
  private final Map<String, Long> errors = new TreeMap<>();
  private final Histogram ttft = LatencySketch.newHistogram();
  private final Histogram tpot = LatencySketch.newHistogram();
  private final Histogram e2e = LatencySketch.newHistogram();
  private final Histogram itl = LatencySketch.newHistogram();

  /**
   * Adds one worker's sketch, whole or not at all.
   *
   * @throws IllegalArgumentException if a histogram of it is damaged
   */
  public void add(LiveSketch sketch) {
    Histogram[] decoded = {
      sketch.ttft().toHistogram(),
      sketch.tpot().toHistogram(),
      sketch.e2e().toHistogram(),
      sketch.itl().toHistogram()
    };
    ttft.add(decoded[0]);
    tpot.add(decoded[1]);
    e2e.add(decoded[2]);
    itl.add(decoded[3]);
    sent += sketch.sent();
    success += sketch.success();
    outputTokens += sketch.outputTokens();
    streamedEvents += sketch.streamedEvents();
    sketch.errors().forEach((kind, count) -> errors.merge(kind, count, Long::sum));
  }

  /** The same in another object; what is added to one of them does not change the other. */
  public MergedWindow copy() {
    MergedWindow copy = new MergedWindow();
    copy.ttft.add(ttft);
    copy.tpot.add(tpot);
    copy.e2e.add(e2e);
    copy.itl.add(itl);
    copy.sent = sent;
    copy.success = success;
    copy.outputTokens = outputTokens;
    copy.streamedEvents = streamedEvents;
    copy.errors.putAll(errors);
    return copy;
  }

  /** Requests sent. */
  public long sent() {
    return sent;
  }

  /** Requests that failed, by label of the kind, in the order of the labels. */
  public Map<String, Long> errors() {
    return new TreeMap<>(errors);
  }

  /** Tokens of requests that succeeded. */
  public long outputTokens() {
    return outputTokens;
  }

  /** Requests that succeeded. */
  public long success() {
    return success;
  }

  /** Output-bearing events that arrived, those of running and failed requests included. */
  public long streamedEvents() {
    return streamedEvents;
  }

  /**
   * Output tokens an event stands for: tokens of successes / their events, where a success of n
   * events has one TTFT and n − 1 gaps. 1 before the first success.
   */
  public double tokensPerEvent() {
    long events = ttft.getTotalCount() + itl.getTotalCount();
    return events == 0 ? 1 : (double) outputTokens / events;
  }

  /** Of successes, microseconds; not to be changed. */
  public Histogram ttft() {
    return ttft;
  }

  /** Of successes, microseconds; not to be changed. */
  public Histogram tpot() {
    return tpot;
  }

  /** Of successes, microseconds; not to be changed. */
  public Histogram e2e() {
    return e2e;
  }

  /** Of successes, microseconds; not to be changed. */
  public Histogram itl() {
    return itl;
  }
}
