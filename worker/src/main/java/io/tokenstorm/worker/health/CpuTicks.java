package io.tokenstorm.worker.health;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * CPU time of the whole machine as Linux counts it in {@code /proc/stat}, in ticks since boot.
 *
 * @param total of all kinds, guests not counted twice
 * @param idle with nothing to run, waiting for disks included
 * @param steal taken by the hypervisor
 * @param cores of the machine
 */
record CpuTicks(long total, long idle, long steal, int cores) {
  private static final Pattern FIRST_LINE = Pattern.compile("cpu +([0-9]+(?: [0-9]+)*)\\s");
  private static final Pattern CORE = Pattern.compile("(?m)^cpu[0-9]+ ");
  private static final int IDLE = 3;
  private static final int IO_WAIT = 4;
  private static final int STEAL = 7;

  /** Reads {@code /proc/stat}; empty if it is not that. */
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
    long idle = Long.parseLong(fields[IDLE]) + Long.parseLong(fields[IO_WAIT]);
    int cores = (int) Math.max(1, CORE.matcher(stat).results().count());
    return Optional.of(new CpuTicks(total, idle, Long.parseLong(fields[STEAL]), cores));
  }

  /** Share of the time since an earlier reading that was stolen, 0–1; 0 if no time has passed. */
  double stealShareSince(CpuTicks earlier) {
    return share(steal - earlier.steal, total - earlier.total);
  }

  /** Cores that ran something since an earlier reading, stolen time not counted. */
  double busyCoresSince(CpuTicks earlier) {
    long passed = total - earlier.total;
    return cores * share(passed - (idle - earlier.idle) - (steal - earlier.steal), passed);
  }

  private static double share(long part, long passed) {
    return passed <= 0 ? 0 : Math.max(0, Math.min(1, (double) part / passed));
  }
}
