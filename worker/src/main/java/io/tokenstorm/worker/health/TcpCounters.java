package io.tokenstorm.worker.health;

import java.util.List;

/** Counters of TCP over the whole host (its network namespace), from {@code /proc/net/snmp}. */
final class TcpCounters {
  private static final String PREFIX = "Tcp: ";

  private TcpCounters() {}

  /** Segments sent again since boot; −1 if the text does not say. */
  static long retransmits(String snmp) {
    List<String> lines = snmp.lines().filter(l -> l.startsWith(PREFIX)).toList();
    if (lines.size() < 2) {
      return -1;
    }
    List<String> names = List.of(lines.get(0).split(" ", -1));
    List<String> values = List.of(lines.get(1).split(" ", -1));
    int at = names.indexOf("RetransSegs");
    return at > 0 && at < values.size() ? Long.parseLong(values.get(at)) : -1;
  }
}
