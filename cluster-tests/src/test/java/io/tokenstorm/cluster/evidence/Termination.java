package io.tokenstorm.cluster.evidence;

import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/** Termination: a verdict within a bound of the fault. */
final class Termination {
  static final Duration BOUND = Duration.ofSeconds(15);

  private Termination() {}

  /**
   * One sentence if there is none, or it came later.
   *
   * @param faultNanos when the fault came, on this machine's monotonic clock
   */
  static List<String> violations(Evidence run, long faultNanos) {
    OptionalLong ended = endedNanos(run);
    if (ended.isEmpty()) {
      return List.of("the run has no verdict");
    }
    long took = ended.getAsLong() - faultNanos;
    return took <= BOUND.toNanos()
        ? List.of()
        : List.of("the verdict came %.1f s after the fault".formatted(took / 1e9));
  }

  /** When the run ended, on the coordinator's ticker. */
  static OptionalLong endedNanos(Evidence run) {
    return run.events().stream()
        .filter(e -> e.event() instanceof RunEvent.RunEnded)
        .mapToLong(StampedEvent::atNanos)
        .findFirst();
  }
}
