package io.tokenstorm.worker.health;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This JVM and its host: management beans, and {@code /proc/stat} where there is one. */
final class JvmReadings implements HostReadings {
  private static final Logger LOG = LoggerFactory.getLogger(JvmReadings.class);
  private static final Path STAT = Path.of("/proc/stat");

  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans().stream()
          .filter(bean -> isPausing(bean.getName()))
          .toList();
  private boolean statReadable = Files.isReadable(STAT);

  /** Beans of concurrent work count time in which the program ran on. */
  static boolean isPausing(String collector) {
    return !collector.contains("Concurrent") && !collector.contains("Cycles");
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
    if (!statReadable) {
      return Optional.empty();
    }
    try {
      return CpuTicks.parse(Files.readString(STAT));
    } catch (IOException e) {
      LOG.warn("{} cannot be read: stolen CPU time is not known", STAT, e);
      statReadable = false;
      return Optional.empty();
    }
  }
}
