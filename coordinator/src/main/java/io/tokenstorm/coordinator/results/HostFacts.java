package io.tokenstorm.coordinator.results;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** What can be said of the machine that this process runs on, for the record. */
public final class HostFacts {
  private HostFacts() {}

  /** This machine. */
  public static RunInfo.Host here() {
    return new RunInfo.Host(
        hostName(),
        System.getProperty("os.name", "?") + ' ' + System.getProperty("os.version", "?"),
        Runtime.getRuntime().availableProcessors(),
        memoryBytes());
  }

  /** This software on this Java. */
  public static RunInfo.Versions versions(String tokenstorm, String akka) {
    return new RunInfo.Versions(tokenstorm, System.getProperty("java.version", "?"), akka);
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  private static long memoryBytes() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean machine
        ? machine.getTotalMemorySize()
        : 0;
  }
}
