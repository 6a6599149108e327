package io.tokenstorm.protocol.telemetry;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.wire.LiveSketch;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The live sketches of all windows of a process's life, added up: what a sketch counts begins anew
 * with each window, what Prometheus counts must not. Invariant: no figure ever falls. A sketch that
 * is lost is made up for by the next one; the last one of a window, if it is lost, is missing here,
 * and only here. Late ones of the arming before the newest still count.
 *
 * <p>Thread-safe.
 */
public final class LoadTotals {
  private static final Logger LOG = LoggerFactory.getLogger(LoadTotals.class);

  /** So many armings are open for what comes late. */
  private static final int OPEN = 2;

  private record Arming(String run, int epoch) {}

  private record Source(String worker, int incarnation, LoadStage stage) {}

  private final Map<LoadStage, MergedWindow> before = new EnumMap<>(LoadStage.class);
  private final Deque<Arming> armings = new ArrayDeque<>();
  private final Map<Arming, Map<Source, LiveSketch>> open = new HashMap<>();

  /** Takes sketches; those of an arming that is over are ignored. */
  public synchronized void observe(Collection<LiveSketch> sketches) {
    for (LiveSketch sketch : sketches) {
      Arming arming = new Arming(sketch.run(), sketch.epoch());
      if (!open.containsKey(arming) && isNext(arming)) {
        begin(arming);
      }
      Map<Source, LiveSketch> held = open.get(arming);
      if (held != null) {
        keep(held, sketch);
      }
    }
  }

  private boolean isNext(Arming arming) {
    Arming newest = armings.peekLast();
    return newest == null || !newest.run().equals(arming.run()) || arming.epoch() > newest.epoch();
  }

  private void begin(Arming arming) {
    armings.addLast(arming);
    open.put(arming, new HashMap<>());
    if (armings.size() > OPEN) {
      Map<Source, LiveSketch> over = open.remove(armings.removeFirst());
      if (over != null) {
        over.values().forEach(sketch -> add(before, sketch));
      }
    }
  }

  /** Sketches are cumulative: the one that counts more is the newer one. */
  private static void keep(Map<Source, LiveSketch> held, LiveSketch sketch) {
    held.merge(
        new Source(sketch.worker(), sketch.incarnation(), sketch.stage()),
        sketch,
        (known, other) -> other.counted() < known.counted() ? known : other);
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
    open.values().forEach(held -> held.values().forEach(sketch -> add(totals, sketch)));
    return totals;
  }
}
