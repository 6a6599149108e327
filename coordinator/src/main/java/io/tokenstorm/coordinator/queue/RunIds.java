package io.tokenstorm.coordinator.queue;

import io.tokenstorm.protocol.spool.SpoolKey;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Ids of runs: the moment of submission (UTC) and the plan's name, such as {@code
 * 20261130-143534-quickstart}. They sort by time, name a directory, and none is given twice.
 */
public final class RunIds {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int LONGEST_NAME = 60;

  private final Clock clock;
  private final Set<String> given = new HashSet<>();

  public RunIds(Clock clock) {
    this.clock = clock;
  }

  public String next(String planName) {
    String safe = planName.replaceAll("[^A-Za-z0-9._-]+", "-");
    String name = safe.length() > LONGEST_NAME ? safe.substring(0, LONGEST_NAME) : safe;
    String base = STAMP.format(clock.instant()) + '-' + (name.isEmpty() ? "run" : name);
    String id = base;
    for (int i = 2; !given.add(id); i++) {
      id = base + '-' + i;
    }
    if (!SpoolKey.isName(id)) {
      throw new IllegalStateException(id + " cannot name a run");
    }
    return id;
  }
}
