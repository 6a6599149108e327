package io.tokenstorm.worker.engine;

import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.worker.lag.LagProbe;
import io.tokenstorm.worker.load.LoadProbe.LoopReadings;
import io.tokenstorm.worker.loop.EventLoop;
import io.tokenstorm.worker.loop.LoopCounters;
import java.util.List;

/** Turns what loops have counted since they began into readings since the last one. Not shared. */
final class LoopMeter {
  private final List<EventLoop> loops;
  private final LagProbe probe;
  private List<LoopCounters.Snapshot> last;
  private long lastNanos;
  private long lastEvents;
  private long lastStarved;

  LoopMeter(List<EventLoop> loops, LagProbe probe) {
    this.loops = loops;
    this.probe = probe;
    this.last = snapshots();
    this.lastNanos = nanos();
  }

  private List<LoopCounters.Snapshot> snapshots() {
    return loops.stream().map(loop -> loop.counters().snapshot()).toList();
  }

  private long nanos() {
    return loops.get(0).ticker().nanos();
  }

  /** Another phase begins: what it counts begins at 0. */
  void restarted() {
    lastEvents = 0;
    lastStarved = 0;
  }

  /**
   * The readings since the last call.
   *
   * @param events output-bearing events of the phase so far
   * @param starved sends of the phase that had to wait for a prompt so far
   */
  LoopReadings take(long events, long starved) {
    List<LoopCounters.Snapshot> now = snapshots();
    long nowNanos = nanos();
    double passed = Math.max(1, nowNanos - lastNanos);
    long reads = 0;
    long full = 0;
    double busiest = 0;
    for (int i = 0; i < now.size(); i++) {
      reads += now.get(i).reads() - last.get(i).reads();
      full += now.get(i).fullReads() - last.get(i).fullReads();
      long busy = now.get(i).busyNanos() - last.get(i).busyNanos();
      busiest = Math.max(busiest, Math.min(1, busy / passed));
    }
    LagProbe.Lag lag = probe.take();
    HealthSample.Reads read =
        new HealthSample.Reads(reads, full, Math.max(0, events - lastEvents), busiest);
    LoopReadings readings =
        new LoopReadings(lag.spread(), lag.maxNanos(), read, Math.max(0, starved - lastStarved));
    last = now;
    lastNanos = nowNanos;
    lastEvents = events;
    lastStarved = starved;
    return readings;
  }
}
