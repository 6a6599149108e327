package io.tokenstorm.worker.health;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * CPU time of the whole machine as Linux counts it in {@code /proc/stat}, in ticks since boot.
 *
 * @param total of all kinds, guests not counted twice
 * @param steal taken by the hypervisor
 */
record CpuTicks(long total, long steal) {
  private static final Pattern FIRST_LINE = Pattern.compile("cpu +([0-9]+(?: [0-9]+)*)\\s");
  private static final int STEAL = 7;

  /** Reads the first line of {@code /proc/stat}; empty if it is not one. */
  static Optional<CpuTicks> parse(String stat) {
    Matcher line = FIRST_LINE.matcher(stat);
    if (!line.lookingAt()) {
      return Optional.empty();
    }
    String[] fields = line.group(1).split(" ", -1);
    if (fields.length <= STEAL) {
      return Optional.empty();
    }
    long total = 0;
    for (int i = 0; i <= STEAL; i++) {
      total += Long.parseLong(fields[i]);
    }
    return Optional.of(new CpuTicks(total, Long.parseLong(fields[STEAL])));
  }

  /** Share of the time since an earlier reading that was stolen, 0–1; 0 if no time has passed. */
  double stealShareSince(CpuTicks earlier) {
    long passed = total - earlier.total;
    return passed <= 0 ? 0 : Math.max(0, Math.min(1, (double) (steal - earlier.steal) / passed));
  }
}
