package io.tokenstorm.coordinator.fleet;

import java.time.Duration;

/**
 * Limits of the fleet.
 *
 * @param silence a worker that has answered nothing for this long is gone, whatever else is heard
 *     of it
 * @param probeEvery between two clock probes of a worker whose clock is known
 * @param firstProbesEvery between two while it is not
 */
public record FleetTimings(Duration silence, Duration probeEvery, Duration firstProbesEvery) {
  public static final FleetTimings DEFAULT =
      new FleetTimings(Duration.ofSeconds(4), Duration.ofSeconds(1), Duration.ofMillis(50));
}
