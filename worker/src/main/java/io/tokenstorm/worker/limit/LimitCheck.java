package io.tokenstorm.worker.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Holds the slots of a phase against the limits of the host. Each slot keeps one connection open:
 * one file descriptor, and one local port that is its own among the connections to its address.
 * Threads do not grow with the slots, so the limit on processes is not asked.
 *
 * @param refusal why the phase cannot work here, with what to do; empty if it can
 * @param warning which limits come near, with what to do; empty if none
 */
public record LimitCheck(String refusal, String warning) {
  /** Above this share of the file descriptors a warning is due: other parts open files too. */
  private static final double FILES_NEAR = 0.8;

  /** Ports of closed connections stay taken for a minute, so a warning is due early. */
  private static final double PORTS_NEAR = 0.5;

  /** Heap a slot takes while it streams, generously. */
  private static final long SLOT_BYTES = 64 * 1024;

  /**
   * What a worker's slots need.
   *
   * @param slots of the worker
   * @param slotsOfOneAddress the most slots that connect to the same address
   * @param connections that the engine holds open and gives up for the phase
   */
  public record Need(int slots, int slotsOfOneAddress, int connections) {}

  /** Checks; a limit that is not known is no limit. */
  public static LimitCheck of(HostLimits host, Need need) {
    List<String> refusals = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    files(host, need, refusals, warnings);
    ports(host, need, refusals, warnings);
    if ((double) need.slots() * SLOT_BYTES > host.maxHeapBytes() && host.maxHeapBytes() > 0) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%,d slots may need %,d MiB of heap and it is limited to %,d MiB: start the worker"
                  + " with more, such as TOKENSTORM_JAVA_OPTS=-Xmx2g",
              need.slots(),
              (need.slots() * SLOT_BYTES) >> 20,
              host.maxHeapBytes() >> 20));
    }
    return new LimitCheck(joined(refusals), joined(warnings));
  }

  private static void files(
      HostLimits host, Need need, List<String> refusals, List<String> warnings) {
    if (host.maxFiles() < 0) {
      return;
    }
    long own = Math.max(0, host.openFiles() - need.connections());
    String remedy = "raise the limit (ulimit -n) before the worker starts, or add workers";
    if (own + need.slots() > host.maxFiles()) {
      refusals.add(
          String.format(
              Locale.ROOT,
              "%,d slots need as many file descriptors, %,d are open already and the limit is %,d:"
                  + " %s",
              need.slots(),
              own,
              host.maxFiles(),
              remedy));
    } else if (own + need.slots() > FILES_NEAR * host.maxFiles()) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "with %,d slots %,d of at most %,d file descriptors are open: %s",
              need.slots(),
              own + need.slots(),
              host.maxFiles(),
              remedy));
    }
  }

  private static void ports(
      HostLimits host, Need need, List<String> refusals, List<String> warnings) {
    if (host.ports() < 0) {
      return;
    }
    String remedy =
        "widen net.ipv4.ip_local_port_range, or spread the slots over more target addresses or"
            + " machines";
    if (need.slotsOfOneAddress() > host.ports()) {
      refusals.add(
          String.format(
              Locale.ROOT,
              "%,d slots connect to one address and this host has %,d local ports: %s",
              need.slotsOfOneAddress(),
              host.ports(),
              remedy));
    } else if (need.slotsOfOneAddress() > PORTS_NEAR * host.ports()) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%,d slots connect to one address, more than half of this host's %,d local ports;"
                  + " ports of closed connections stay taken for a minute: %s",
              need.slotsOfOneAddress(),
              host.ports(),
              remedy));
    }
  }

  private static String joined(List<String> sentences) {
    return String.join("; ", sentences);
  }
}
