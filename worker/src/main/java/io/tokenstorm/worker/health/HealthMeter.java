package io.tokenstorm.worker.health;

import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.protocol.wire.HealthSample.Machine;
import io.tokenstorm.protocol.wire.HealthSample.Pauses;
import io.tokenstorm.protocol.wire.HealthSample.Turnaround;
import io.tokenstorm.worker.load.LoadProbe.LoopReadings;
import java.util.Optional;

/**
 * Turns readings into one sample for the time since the last one. With several workers in one
 * process each reports the whole process. Not thread-safe.
 */
public final class HealthMeter {
  private final HostReadings host;
  private long second;
  private long lastNanos;
  private long lastCpuNanos;
  private long lastGcNanos;
  private long lastRetransmits;
  private Optional<CpuTicks> lastTicks;

  /** What the worker itself has to say of a second. */
  public record Own(Turnaround turnaround, long controlLagMaxNanos, String warning) {}

  /** A meter of this JVM that begins now. */
  public static HealthMeter ofThisJvm(long nowNanos) {
    return new HealthMeter(new JvmReadings(), nowNanos);
  }

  HealthMeter(HostReadings host, long nowNanos) {
    this.host = host;
    this.lastNanos = nowNanos;
    this.lastCpuNanos = host.processCpuNanos();
    this.lastGcNanos = host.gcPauseNanos();
    this.lastTicks = host.machineTicks();
    this.lastRetransmits = host.tcpRetransmits();
  }

  /** The sample of the time since the last call. */
  public HealthSample sample(long nowNanos, LoopReadings loops, Own own) {
    Machine machine = machine(Math.max(1, nowNanos - lastNanos));
    lastNanos = nowNanos;
    second++;
    return new HealthSample(
        second,
        loops.lag(),
        loops.lagMaxNanos(),
        own.turnaround(),
        loops.reads(),
        pauses(),
        machine,
        own.controlLagMaxNanos(),
        loops.promptsStarved(),
        own.warning());
  }

  private Pauses pauses() {
    long gc = host.gcPauseNanos();
    long total = gc - lastGcNanos;
    lastGcNanos = gc;
    return host.takePauses()
        .map(p -> new Pauses(total, p.gcMaxNanos(), p.safepointNanos(), p.safepointMaxNanos()))
        .orElse(new Pauses(total, -1, -1, -1));
  }

  private Machine machine(long passedNanos) {
    long cpu = host.processCpuNanos();
    Optional<CpuTicks> ticks = host.machineTicks();
    long retransmits = host.tcpRetransmits();
    double own = cpu < 0 ? 0 : (double) (cpu - lastCpuNanos) / passedNanos;
    boolean seen = ticks.isPresent() && lastTicks.isPresent();
    Machine machine =
        new Machine(
            own,
            host.cores(),
            seen ? Math.max(0, ticks.get().busyCoresSince(lastTicks.get()) - own) : -1,
            seen ? ticks.get().stealShareSince(lastTicks.get()) : -1,
            retransmits < 0 || lastRetransmits < 0
                ? -1
                : Math.max(0, retransmits - lastRetransmits));
    lastCpuNanos = cpu;
    lastTicks = ticks;
    lastRetransmits = retransmits;
    return machine;
  }
}
