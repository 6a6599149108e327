package io.tokenstorm.protocol.telemetry;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.wire.LiveSketch;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The live sketches of all windows of a process's life, added up: what a sketch counts begins anew
 * with each window, what Prometheus counts must not. Invariant: no figure ever falls. A sketch that
 * is lost is made up for by the next one; the last one of a window, if it is lost, is missing here,
 * and only here.
 *
 * <p>Thread-safe.
 */
public final class LoadTotals {
  private static final Logger LOG = LoggerFactory.getLogger(LoadTotals.class);

  private record Source(String worker, int incarnation, LoadStage stage) {}

  private final Map<LoadStage, MergedWindow> before = new EnumMap<>(LoadStage.class);
  private final Map<Source, LiveSketch> now = new HashMap<>();
  private String run = "";
  private int epoch = -1;

  /**
   * Takes sketches of the windows that are on; to be called several times a second. Those of an
   * earlier arming of the same run are ignored.
   */
  public synchronized void observe(Collection<LiveSketch> sketches) {
    for (LiveSketch sketch : sketches) {
      boolean sameRun = sketch.run().equals(run);
      if (!sameRun || sketch.epoch() > epoch) {
        fold();
        run = sketch.run();
        epoch = sketch.epoch();
      }
      if (sketch.epoch() == epoch) {
        keep(sketch);
      }
    }
  }

  /** Sketches are cumulative: the one that counts more is the newer one. */
  private void keep(LiveSketch sketch) {
    now.merge(
        new Source(sketch.worker(), sketch.incarnation(), sketch.stage()),
        sketch,
        (held, other) -> size(other) < size(held) ? held : other);
  }

  private static long size(LiveSketch sketch) {
    long errors = sketch.errors().values().stream().mapToLong(Long::longValue).sum();
    return sketch.sent()
        + sketch.success()
        + errors
        + sketch.outputTokens()
        + sketch.streamedEvents();
  }

  private void fold() {
    now.values().forEach(sketch -> add(before, sketch));
    now.clear();
  }

  private static void add(Map<LoadStage, MergedWindow> totals, LiveSketch sketch) {
    try {
      totals.computeIfAbsent(sketch.stage(), stage -> new MergedWindow()).add(sketch);
    } catch (IllegalArgumentException e) {
      LOG.warn("a live sketch of worker {} is not counted: {}", sketch.worker(), e.getMessage());
    }
  }

  /** Everything so far, by stage; a stage that was never on is left out. A copy. */
  public synchronized Map<LoadStage, MergedWindow> totals() {
    Map<LoadStage, MergedWindow> totals = new EnumMap<>(LoadStage.class);
    before.forEach((stage, window) -> totals.put(stage, window.copy()));
    now.values().forEach(sketch -> add(totals, sketch));
    return totals;
  }
}
