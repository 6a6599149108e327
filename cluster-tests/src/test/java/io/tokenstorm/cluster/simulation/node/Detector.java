package io.tokenstorm.cluster.simulation.node;

import io.tokenstorm.cluster.simulation.history.Holder;
import io.tokenstorm.coordinator.fleet.Fleet;
import java.util.Map;
import java.util.TreeMap;

/**
 * The cluster's failure detector as the coordinator sees it: whoever is silent for a while is
 * unreachable, for a long while is removed for good.
 */
final class Detector {
  private static final long UNREACHABLE_NANOS = 5_000_000_000L;
  private static final long REMOVED_NANOS = 12_000_000_000L;

  private final Fleet fleet;
  private final Map<String, Heard> heard = new TreeMap<>();

  /** When one incarnation was last heard, true time. */
  private static final class Heard {
    final Holder who;
    long atNanos;
    boolean unreachable;
    boolean removed;

    Heard(Holder who) {
      this.who = who;
    }
  }

  Detector(Fleet fleet) {
    this.fleet = fleet;
  }

  void heard(Holder who, long nowNanos) {
    Heard last = heard.get(who.worker());
    if (last == null || isNewer(who, last.who)) {
      last = new Heard(who);
      heard.put(who.worker(), last);
    }
    if (who.equals(last.who)) {
      last.atNanos = nowNanos;
    }
  }

  private static boolean isNewer(Holder one, Holder other) {
    return one.life() > other.life()
        || (one.life() == other.life() && one.incarnation() > other.incarnation());
  }

  void look(long nowNanos) {
    heard.values().forEach(h -> look(h, nowNanos));
  }

  private void look(Heard of, long nowNanos) {
    long silent = nowNanos - of.atNanos;
    boolean unreachable = silent > UNREACHABLE_NANOS;
    if (unreachable != of.unreachable) {
      of.unreachable = unreachable;
      fleet.reachable(of.who.worker(), of.who.incarnation(), !unreachable);
    }
    if (silent > REMOVED_NANOS && !of.removed) {
      of.removed = true;
      fleet.removed(of.who.worker(), of.who.incarnation());
    }
  }
}
