package io.tokenstorm.coordinator.live.timeline;

import io.tokenstorm.coordinator.live.LiveFrame;
import java.util.ArrayList;
import java.util.List;

/**
 * The moments of one run from its beginning, in order, at most {@link #MOST}: a long run keeps its
 * whole length at half, a quarter, … of the detail. Thread-safe.
 */
public final class Timeline {
  /** At a frame a second, twenty minutes in full detail. */
  static final int MOST = 1_200;

  private final List<Moment> moments = new ArrayList<>();
  private int stride = 1;
  private int passed;

  /**
   * Takes a frame; one that is not later than the last, or before the run began, changes nothing.
   */
  public synchronized void add(LiveFrame frame) {
    double last = moments.isEmpty() ? 0 : moments.get(moments.size() - 1).atSeconds();
    if (frame.elapsedSeconds() <= last || passed++ % stride != 0) {
      return;
    }
    moments.add(Moment.of(frame));
    if (moments.size() > MOST) {
      thin();
    }
  }

  /** Every other one goes. */
  private void thin() {
    List<Moment> kept = new ArrayList<>();
    for (int i = 0; i < moments.size(); i += 2) {
      kept.add(moments.get(i));
    }
    moments.clear();
    moments.addAll(kept);
    stride *= 2;
    passed = 1;
  }

  /** All of them, oldest first. */
  public synchronized List<Moment> moments() {
    return List.copyOf(moments);
  }
}
