package io.tokenstorm.worker.actor;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.protocol.wire.LiveSketch;
import io.tokenstorm.worker.follow.Assignment;
import io.tokenstorm.worker.follow.Follower;
import io.tokenstorm.worker.health.HealthMeter;
import io.tokenstorm.worker.health.TimerLag;
import io.tokenstorm.worker.lease.Gate;
import io.tokenstorm.worker.live.LiveSource;
import io.tokenstorm.worker.live.WindowKey;
import io.tokenstorm.worker.load.LoadProbe;
import io.tokenstorm.worker.load.LoadProbe.LoopReadings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What is told once a second: how the worker fared, and what it saw in each window so far. */
final class LiveReporter {
  private static final Duration STANDSTILL = Duration.ofMillis(500);

  private final WorkerIdentity identity;
  private final WorkerEquipment equipment;
  private final HealthMeter meter;
  private final LoadProbe probe;
  private final TimerLag controlLag;

  /**
   * A reporter that begins now.
   *
   * @param lookEvery period of the timer that calls {@link #looked}
   */
  LiveReporter(WorkerIdentity identity, WorkerEquipment equipment, Duration lookEvery) {
    this.identity = identity;
    this.equipment = equipment;
    this.meter = HealthMeter.ofThisJvm(equipment.ticker().nanos());
    this.controlLag = new TimerLag(lookEvery, equipment.ticker().nanos());
    this.probe = equipment.engine() instanceof LoadProbe own ? own : new LoadProbe() {};
  }

  /** The control dispatcher ran the worker's fastest timer. */
  void looked() {
    controlLag.came(equipment.ticker().nanos());
  }

  /** {@link #looked} is called with another delay from now on. */
  void looksEvery(Duration period) {
    controlLag.setAnew(period, equipment.ticker().nanos());
  }

  /**
   * Whether the process, or at least its control side, stood still since the last sample: that is
   * told with the next status, lest the phase is over before the second is.
   */
  boolean stoodStill() {
    return controlLag.maxNanos(equipment.ticker().nanos()) > STANDSTILL.toNanos();
  }

  /**
   * The sample of the time since the last one, a second as a rule.
   *
   * @param warning what of the host's limits comes near; empty if nothing
   */
  HealthSample health(String warning) {
    looked();
    LoopReadings loops = probe.takeReadings();
    HealthMeter.Own own =
        new HealthMeter.Own(equipment.tally().takeTurnaround(), controlLag.takeMaxNanos(), warning);
    return meter.sample(equipment.ticker().nanos(), loops, own);
  }

  /** The windows of the phase in which something was sent. */
  List<LiveSketch> sketches(Follower follower) {
    Assignment part = follower.assignment();
    Gate gate = follower.gate();
    List<LiveSketch> sketches = new ArrayList<>();
    if (part != null && gate != null) {
      LiveSource source = new LiveSource(identity.worker(), identity.incarnation(), part.run());
      for (LoadStage stage : LoadStage.values()) {
        long sent = gate.issued(stage);
        if (sent > 0) {
          WindowKey key = new WindowKey(part.epoch(), part.phase(), stage);
          sketches.add(equipment.tally().sketch(source, key, sent, probe.streamedEvents(stage)));
        }
      }
    }
    return sketches;
  }
}
