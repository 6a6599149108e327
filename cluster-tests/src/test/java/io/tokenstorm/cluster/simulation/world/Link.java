package io.tokenstorm.cluster.simulation.world;

/**
 * One direction between two processes. A message may be lost, come twice, late, or after a later
 * one; while the link is cut nothing arrives that was sent before or meanwhile.
 */
public final class Link {
  private final Timeline timeline;
  private final Chance chance;
  private LinkQuality quality = LinkQuality.GOOD;
  private int cuts;

  public Link(Timeline timeline, Chance chance) {
    this.timeline = timeline;
    this.chance = chance;
  }

  public LinkQuality quality() {
    return quality;
  }

  public void quality(LinkQuality now) {
    quality = now;
  }

  /** Cuts it; several cuts need as many mends. */
  public void cut() {
    cuts++;
  }

  public void mend() {
    cuts--;
  }

  public boolean isCut() {
    return cuts > 0;
  }

  /** Sends a message into the lap of a process, as it lives now. */
  public void send(VirtualProcess to, Runnable delivery) {
    if (isCut() || chance.of(quality.loss())) {
      return;
    }
    deliver(to, delivery);
    if (chance.of(quality.repeat())) {
      deliver(to, delivery);
    }
  }

  private void deliver(VirtualProcess to, Runnable delivery) {
    long delay = quality.leastDelayNanos() + chance.between(0, quality.jitterNanos());
    if (chance.of(quality.straggling())) {
      delay += chance.between(0, quality.stragglerNanos());
    }
    to.at(timeline.nowNanos() + delay, () -> arrive(delivery));
  }

  private void arrive(Runnable delivery) {
    if (!isCut()) {
      delivery.run();
    }
  }
}
