package io.tokenstorm.coordinator.plan.parse;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** Reads the URLs of a plan. A URL is never repeated in a message if it holds a user's password. */
final class Urls {
  /** Stands where a wrong URL stood, while the rest of the plan is looked through. */
  static final URI BROKEN = URI.create("http://broken.invalid");

  private static final String WANTED = "a URL such as http://10.0.0.1:8000";

  private Urls() {}

  /** The base URL of a target: scheme, host, perhaps a port and a path, without the last slash. */
  static URI base(Field field) {
    URI url = absolute(field);
    if (url.equals(BROKEN)) {
      return BROKEN;
    }
    if (url.getRawQuery() != null || url.getRawFragment() != null) {
      field.problem("a target has no `?` or `#` part; the URL up to the path would be right");
      return BROKEN;
    }
    String text = url.toString().replaceAll("/+$", "");
    if (text.endsWith("/v1") || text.contains("/v1/")) {
      field.problem(
          "the API's own path is added by Tokenstorm; the URL without `/v1` would be right",
          text.substring(0, text.indexOf("/v1")));
      return BROKEN;
    }
    return URI.create(text);
  }

  /** What an event calls: a whole URL, or a path (from `/`) below the phase's route. */
  static URI event(Field field) {
    String text = field.scalar().map(scalar -> scalar.text()).orElse("");
    if (text.startsWith("/")) {
      return URI.create(field.urlPath("/admin/evict?replica=r2"));
    }
    return absolute(field);
  }

  /** Why a text cannot be the path, and query, of a URL; empty if it can. */
  static String wrongPath(String text) {
    if (!text.startsWith("/") || text.startsWith("//")) {
      return "it begins with one slash";
    }
    if (!text.matches("[!-~]*") || text.contains("#")) {
      return "it has neither spaces nor `#` nor other letters than ASCII's";
    }
    try {
      new URI(text);
      return "";
    } catch (URISyntaxException e) {
      return e.getReason();
    }
  }

  private static URI absolute(Field field) {
    String text = field.text("");
    if (text.isEmpty()) {
      return BROKEN;
    }
    URI url;
    try {
      url = new URI(text);
    } catch (URISyntaxException e) {
      field.problem("not a URL: " + e.getReason() + "; " + WANTED + " would be right", guess(text));
      return BROKEN;
    }
    String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      field.expected(WANTED, guess(text));
      return BROKEN;
    }
    if (url.getRawUserInfo() != null) {
      field.problem("a user name in a URL; secrets go under `auth:`, by reference");
      return BROKEN;
    }
    if (url.getHost() == null) {
      field.expected("a URL with a host of letters, digits, `-` and `.`, and a port", "");
      return BROKEN;
    }
    if (url.getPort() == 0 || url.getPort() > 65_535) {
      field.problem("port " + url.getPort() + " does not exist; 1 to 65535 would be right");
      return BROKEN;
    }
    return url;
  }

  private static String guess(String text) {
    if (text.matches(
        "([A-Za-z0-9-]+[.][A-Za-z0-9.-]+|[A-Za-z0-9.-]+(?=:)|localhost)(:[0-9]{1,5})?(/[A-Za-z0-9/_.-]*)?")) {
      return "http://" + text;
    }
    return text.matches("https?:/?[A-Za-z0-9.-]+.*") && !text.contains("@")
        ? text.replaceFirst(":/?", "://")
        : "";
  }
}
