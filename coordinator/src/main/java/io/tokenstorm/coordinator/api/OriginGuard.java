package io.tokenstorm.coordinator.api;

import akka.http.javadsl.model.HttpRequest;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Keeps web pages of strangers from using a coordinator through a user's browser. A request must
 * name a host that is meant (else a page could point its own name at loopback), and one that comes
 * from a page must come from ours.
 */
final class OriginGuard {
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[?::1]?|\\[?0:0:0:0:0:0:0:1]?");

  private final String boundHost;

  /**
   * A guard.
   *
   * @param boundHost the address bound
   */
  OriginGuard(String boundHost) {
    this.boundHost = boundHost.toLowerCase(Locale.ROOT);
  }

  /** Why the request is refused; empty if it is not. */
  Optional<String> refusal(HttpRequest request) {
    String host = request.getUri().host().address().toLowerCase(Locale.ROOT);
    if (isLoopback(boundHost) && !isLoopback(host) && !host.equals(boundHost)) {
      return Optional.of("host '" + host + "' is not this machine: ask for " + boundHost);
    }
    return request
        .getHeader("Origin")
        .map(header -> header.value())
        .filter(origin -> !origin.equalsIgnoreCase(ownOrigin(request)))
        .map(origin -> "requests from pages of " + origin + " are not taken");
  }

  private static String ownOrigin(HttpRequest request) {
    String scheme = request.getUri().getScheme() + "://";
    return request.getHeader("Host").map(host -> scheme + host.value()).orElse("");
  }

  private static boolean isLoopback(String host) {
    return LOOPBACK.matcher(host).matches();
  }
}
