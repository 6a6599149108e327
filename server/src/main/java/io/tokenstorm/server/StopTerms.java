package io.tokenstorm.server;

import java.time.Duration;
import java.util.List;

/**
 * How a server is stopped: SIGTERM to its processes, SIGKILL to those left after the grace; then
 * its port must be free and the user's check pass.
 *
 * @param grace between SIGTERM and SIGKILL
 * @param checkArgv a command that must exit with 0, such as one that looks whether the
 *     accelerators' memory is free again; it is repeated until it does. Empty: none
 * @param checkDeadline for the check
 */
public record StopTerms(Duration grace, List<String> checkArgv, Duration checkDeadline) {
  /**
   * @throws IllegalArgumentException if a duration is not positive
   */
  public StopTerms {
    checkArgv = List.copyOf(checkArgv);
    Positive.check("stop grace", grace);
    Positive.check("stop check deadline", checkDeadline);
  }
}
