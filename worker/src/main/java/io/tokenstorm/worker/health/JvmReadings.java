package io.tokenstorm.worker.health;

import com.sun.management.OperatingSystemMXBean;
import io.tokenstorm.worker.health.PauseLog.Longest;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * This JVM and its host: management beans, flight recorder, and {@code /proc} where there is one.
 */
final class JvmReadings implements HostReadings {
  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans().stream()
          .filter(bean -> isPausing(bean.getName()))
          .toList();
  private final ProcFile stat = new ProcFile(Path.of("/proc/stat"), "the CPU of the machine");
  private final ProcFile snmp = new ProcFile(Path.of("/proc/net/snmp"), "the count of retransmits");
  private long pausesRead = -1;

  /** Beans of concurrent work count time in which the program ran on. */
  static boolean isPausing(String collector) {
    return !collector.contains("Concurrent") && !collector.contains("Cycles");
  }

  @Override
  public int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  @Override
  public long processCpuNanos() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : -1;
  }

  @Override
  public long gcPauseNanos() {
    long millis = 0;
    for (GarbageCollectorMXBean collector : collectors) {
      millis += Math.max(0, collector.getCollectionTime());
    }
    return millis * 1_000_000;
  }

  @Override
  public Optional<CpuTicks> machineTicks() {
    return stat.text().flatMap(CpuTicks::parse);
  }

  @Override
  public long tcpRetransmits() {
    return snmp.text().map(TcpCounters::retransmits).orElse(-1L);
  }

  /** The recorder starts with the first call: a second into the worker's life, not at its start. */
  @Override
  public Optional<Longest> takePauses() {
    PauseLog pauses = PauseRecorder.ofThisJvm();
    Optional<Longest> since = pausesRead < 0 ? Optional.empty() : pauses.since(pausesRead);
    pausesRead = pauses.end();
    return since;
  }
}
