package io.tokenstorm.coordinator.target;

import akka.stream.CompletionTimeoutException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The target did not answer as it should. The message is a cause, for the user. */
final class TargetException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What Akka's and the JDK's messages hold, and what a user makes of that, most telling first. */
  private static final Map<String, String> WORDS = new LinkedHashMap<>();

  static {
    WORDS.put(
        "valid certification path",
        "its certificate is of no authority that is trusted here; name the authority's file as the route's `tls: {ca: FILE}`, or trust anyone by `tls: {verify: false}`");
    WORDS.put(
        "plaintext connection", "it does not speak TLS; a url with http:// may be the right one");
    WORDS.put(
        "Connection reset",
        "it closed the connection without an answer; if it speaks TLS, a url with https:// is the right one");
    WORDS.put(
        "Connect timeout of", "no connection came about; is the host up, and no firewall between?");
    WORDS.put(
        "Connection refused", "Connection refused; does the server run, and is the port right?");
  }

  TargetException(String message) {
    super(message);
  }

  TargetException(String message, Throwable cause) {
    super(message, cause);
  }

  /** What went wrong, in words for the user. */
  static String causeOf(Throwable error) {
    Throwable cause = error;
    while (cause.getCause() != null && cause.getCause() != cause && !isTelling(cause)) {
      cause = cause.getCause();
    }
    if (cause instanceof TargetException) {
      return String.valueOf(cause.getMessage());
    }
    if (cause instanceof CompletionTimeoutException) {
      return "no whole answer came in time";
    }
    if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
      return "the host name is unknown";
    }
    String text =
        cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    return WORDS.keySet().stream()
        .filter(text::contains)
        .findFirst()
        .map(WORDS::get)
        .orElse(text.strip());
  }

  private static boolean isTelling(Throwable cause) {
    return cause instanceof TargetException
        || cause instanceof ConnectException
        || cause instanceof UnknownHostException;
  }
}
