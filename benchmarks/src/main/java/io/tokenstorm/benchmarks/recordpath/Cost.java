package io.tokenstorm.benchmarks.recordpath;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Locale;

/** What this process costs: CPU, heap and garbage collection, looked at ten times a second. */
final class Cost {
  private static final long EVERY_MILLIS = 100;

  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private volatile long peakUsed;
  private volatile long peakKept;

  private Cost() {}

  static Cost watch() {
    Cost cost = new Cost();
    Thread thread = new Thread(cost::run, "cost");
    thread.setDaemon(true);
    thread.start();
    return cost;
  }

  private void run() {
    try {
      while (true) {
        look();
        Thread.sleep(EVERY_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    long used = 0;
    long kept = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP) {
        used += pool.getUsage().getUsed();
        MemoryUsage after = pool.getCollectionUsage();
        kept += after == null ? 0 : after.getUsed();
      }
    }
    peakUsed = Math.max(peakUsed, used);
    peakKept = Math.max(peakKept, kept);
  }

  /** CPU of the whole process so far, nanoseconds. */
  long cpuNanos() {
    return system.getProcessCpuTime();
  }

  /** One JSON object. */
  String json() {
    look();
    long pauses =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionTime)
            .sum();
    return String.format(
        Locale.ROOT,
        "{\"cpu_nanos\": %d, \"heap_max\": %d, \"heap_peak_used\": %d,"
            + " \"heap_peak_after_collection\": %d, \"gc_millis\": %d}",
        cpuNanos(),
        Runtime.getRuntime().maxMemory(),
        peakUsed,
        peakKept,
        pauses);
  }
}
