package io.tokenstorm.benchmarks.sidebyside;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;

/**
 * What this process had used at one instant.
 *
 * @param atNanos monotonic
 * @param cpuNanos of all threads of the process, the JVM's own included
 * @param allocatedBytes of all Java threads
 * @param tokens seen
 * @param reads done; negative if not known
 */
record Usage(long atNanos, long cpuNanos, long allocatedBytes, long tokens, long reads) {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  static Usage of(ClientLoad load) {
    long allocated =
        Arrays.stream(THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds()))
            .filter(bytes -> bytes > 0)
            .sum();
    return new Usage(
        System.nanoTime(), SYSTEM.getProcessCpuTime(), allocated, load.tokens(), load.reads());
  }

  /** The figures from here to {@code end} as one JSON object. */
  String to(Usage end, long stoppedNanos, long failures) {
    return String.format(
        Locale.ROOT,
        "{\"start_nanos\": %d, \"end_nanos\": %d, \"stopped_nanos\": %d, \"cpu_nanos\": %d,"
            + " \"tokens\": %d, \"reads\": %d, \"allocated_bytes\": %d, \"failed\": %d}",
        atNanos,
        end.atNanos,
        stoppedNanos,
        end.cpuNanos - cpuNanos,
        end.tokens - tokens,
        reads < 0 ? -1 : end.reads - reads,
        end.allocatedBytes - allocatedBytes,
        failures);
  }
}
