package io.tokenstorm.worker.limit;

import com.sun.management.UnixOperatingSystemMXBean;
import io.tokenstorm.worker.health.ProcFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Limits of this process and host; −1 where one is not known.
 *
 * @param maxFiles file descriptors that the process may have open ({@code ulimit -n})
 * @param openFiles that it has open now
 * @param ports local ports for connections to one address
 * @param maxHeapBytes the heap may grow to
 */
public record HostLimits(long maxFiles, long openFiles, long ports, long maxHeapBytes) {
  private static final Pattern RANGE = Pattern.compile("\\s*([0-9]+)\\s+([0-9]+)\\s*");
  private static final ProcFile PORTS =
      new ProcFile(Path.of("/proc/sys/net/ipv4/ip_local_port_range"), "the range of local ports");

  /** As they are now. */
  public static HostLimits ofThisHost() {
    long maxFiles = -1;
    long openFiles = -1;
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
      maxFiles = unix.getMaxFileDescriptorCount();
      openFiles = unix.getOpenFileDescriptorCount();
    }
    long ports = PORTS.text().map(HostLimits::portsOf).orElse(-1L);
    return new HostLimits(maxFiles, openFiles, ports, Runtime.getRuntime().maxMemory());
  }

  /** How many ports a range has, both ends included; −1 if the text is no range. */
  static long portsOf(String range) {
    Matcher matcher = RANGE.matcher(range);
    return matcher.matches()
        ? Long.parseLong(matcher.group(2)) - Long.parseLong(matcher.group(1)) + 1
        : -1;
  }
}
