package io.tokenstorm.server;

import java.time.Duration;

/**
 * When a started server counts as ready: its health path answers 200, then {@code /v1/models} lists
 * a model, then, if wanted, it answers one request of one token.
 *
 * @param healthPath path that answers 200 when the server is up, such as {@code /health}
 * @param deadline for all of it, from the start of the process
 * @param poll between two looks at a server that is not ready yet
 * @param warmRequest whether one request must be answered, so that the first one measured meets a
 *     server that has served
 */
public record ReadyTerms(String healthPath, Duration deadline, Duration poll, boolean warmRequest) {
  /**
   * @throws IllegalArgumentException if the path does not begin with a slash or a duration is not
   *     positive
   */
  public ReadyTerms {
    if (!healthPath.startsWith("/")) {
      throw new IllegalArgumentException("a health path begins with /, unlike " + healthPath);
    }
    Positive.check("ready deadline", deadline);
    Positive.check("ready poll", poll);
  }
}
