package io.tokenstorm.coordinator.api.guard;

import akka.http.javadsl.model.AttributeKeys;
import akka.http.javadsl.model.HttpRequest;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets a request through that shows the token, as {@code Authorization: Bearer TOKEN}. */
public final class TokenGuard {
  private static final Logger LOG = LoggerFactory.getLogger(TokenGuard.class);
  private static final String SCHEME = "bearer ";
  private static final int LOGGED_EACH = 10;
  private static final int LOGGED_THEN_EVERY = 1000;

  private final @Nullable ApiToken token;
  private final AtomicLong refused = new AtomicLong();

  /**
   * A guard.
   *
   * @param token null: everyone may pass
   */
  public TokenGuard(@Nullable ApiToken token) {
    this.token = token;
  }

  /** Why a request may not pass; empty if it may. */
  public Optional<String> refusal(HttpRequest request) {
    if (token == null) {
      return Optional.empty();
    }
    Optional<String> shown =
        request
            .getHeader("Authorization")
            .map(header -> header.value())
            .filter(value -> value.toLowerCase(Locale.ROOT).startsWith(SCHEME))
            .map(value -> value.substring(SCHEME.length()).strip());
    if (shown.isPresent() && token.is(shown.get())) {
      return Optional.empty();
    }
    String why = shown.isPresent() ? "this token is not the coordinator's" : "a token is needed";
    log(request, why);
    return Optional.of(
        why
            + ": the coordinator keeps it in its token file (api.token beside its certificates);"
            + " name it with --token-file or --certs");
  }

  /** All of the first few; then now and then, so that nobody fills the disk. */
  private void log(HttpRequest request, String why) {
    long count = refused.incrementAndGet();
    if (count <= LOGGED_EACH || count % LOGGED_THEN_EVERY == 0) {
      LOG.warn(
          "refused {} {} from {}: {} ({} refused so far)",
          request.method().value(),
          request.getUri().path(),
          request
              .getAttribute(AttributeKeys.remoteAddress)
              .map(address -> address.toString())
              .orElse("an unknown address"),
          why,
          count);
    }
  }
}
