package io.tokenstorm.worker.health;

import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.worker.load.LoadProbe.LoopReadings;
import java.util.Optional;

/**
 * Turns readings into one sample for the time since the last one. With several workers in one
 * process each reports the whole process. Not thread-safe.
 */
public final class HealthMeter {
  private final HostReadings host;
  private long lastNanos;
  private long lastCpuNanos;
  private long lastGcNanos;
  private Optional<CpuTicks> lastTicks;

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
  }

  /** The sample of the time since the last call. */
  public HealthSample sample(long nowNanos, LoopReadings loops, long turnaroundP99Nanos) {
    long passed = Math.max(1, nowNanos - lastNanos);
    long cpu = host.processCpuNanos();
    long gc = host.gcPauseNanos();
    Optional<CpuTicks> ticks = host.machineTicks();
    HealthSample sample =
        new HealthSample(
            loops.lagP99Nanos(),
            loops.lagMaxNanos(),
            turnaroundP99Nanos,
            gc - lastGcNanos,
            cpu < 0 ? 0 : (double) (cpu - lastCpuNanos) / passed,
            stealShare(ticks),
            loops.promptsStarved());
    lastNanos = nowNanos;
    lastCpuNanos = cpu;
    lastGcNanos = gc;
    lastTicks = ticks;
    return sample;
  }

  private double stealShare(Optional<CpuTicks> ticks) {
    return ticks.isPresent() && lastTicks.isPresent()
        ? ticks.get().stealShareSince(lastTicks.get())
        : -1;
  }
}
