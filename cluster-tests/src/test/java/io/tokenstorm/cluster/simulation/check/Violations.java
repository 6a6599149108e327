package io.tokenstorm.cluster.simulation.check;

import io.tokenstorm.cluster.simulation.world.Timeline;
import java.util.ArrayList;
import java.util.List;

/** What was found not to hold, in the order it was seen. */
public final class Violations {
  private static final int MOST = 20;

  private final Timeline timeline;
  private final List<Violation> all = new ArrayList<>();

  /**
   * One of them.
   *
   * @param atNanos true time
   */
  public record Violation(Invariant invariant, long atNanos, String text) {
    @Override
    public String toString() {
      return "%s at %.3f s: %s".formatted(invariant, atNanos / 1e9, text);
    }
  }

  public Violations(Timeline timeline) {
    this.timeline = timeline;
  }

  void add(Invariant invariant, String text) {
    if (all.size() < MOST) {
      all.add(new Violation(invariant, timeline.nowNanos(), text));
    }
  }

  public List<Violation> all() {
    return all;
  }
}
