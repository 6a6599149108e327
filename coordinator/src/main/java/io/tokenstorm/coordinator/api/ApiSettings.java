package io.tokenstorm.coordinator.api;

import io.tokenstorm.coordinator.api.guard.ApiProtection;
import io.tokenstorm.protocol.node.NodeSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where the HTTP API listens and what it bears.
 *
 * @param host address bound
 * @param port 0 for any free one
 * @param frameInterval how often watchers get a frame
 * @param maxWatchers further ones are turned away
 * @param results where reports of earlier runs lie; {@code null}: they are not shown
 * @param protection who may use it
 */
public record ApiSettings(
    String host,
    int port,
    Duration frameInterval,
    int maxWatchers,
    @Nullable Path results,
    ApiProtection protection) {
  /** Loopback, the usual port, one frame a second, 500 watchers. */
  public static final ApiSettings DEFAULT =
      new ApiSettings(
          "127.0.0.1", NodeSettings.DEFAULT_HTTP_PORT, Duration.ofSeconds(1), 500, null);

  /** Plain, for everyone. */
  public ApiSettings(
      String host, int port, Duration frameInterval, int maxWatchers, @Nullable Path results) {
    this(host, port, frameInterval, maxWatchers, results, ApiProtection.NONE);
  }

  /** The largest plan that is taken. */
  static final int MAX_PLAN_BYTES = 1 << 20;

  /**
   * So much of a body is read, so that a client with too large a plan gets to see the answer;
   * beyond it the connection is cut.
   */
  static final int MAX_BODY_BYTES = 8 << 20;

  /** The same at another place. */
  public ApiSettings at(String newHost, int newPort) {
    return new ApiSettings(newHost, newPort, frameInterval, maxWatchers, results, protection);
  }

  /** The same with the reports of this directory. */
  public ApiSettings showing(Path newResults) {
    return new ApiSettings(host, port, frameInterval, maxWatchers, newResults, protection);
  }

  /** The same, protected otherwise. */
  public ApiSettings with(ApiProtection newProtection) {
    return new ApiSettings(host, port, frameInterval, maxWatchers, results, newProtection);
  }
}
