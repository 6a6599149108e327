package io.tokenstorm.coordinator.plan.parse;

import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.SecretRef;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads headers and what authorizes requests. A secret stands in a plan only as {@code
 * ${env:NAME}}; a literal one is refused and not repeated.
 */
public final class HeaderParser {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,200}");
  private static final Pattern REFERENCE =
      Pattern.compile("([^$]*)\\$\\{env:([A-Za-z_][A-Za-z0-9_]*)\\}");
  private static final Pattern NEARLY =
      Pattern.compile("\\$\\{?\\s*(?:(?i:env)[:.])?\\s*([A-Za-z_][A-Za-z0-9_]*)\\s*\\}?");
  private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7e]*");
  private static final String BY_REFERENCE =
      "secrets stand in a plan only by reference; ${env:NAME} would be right, NAME being an"
          + " environment variable";

  /** Headers that carry secrets wherever they are used. */
  private static final Set<String> SECRET =
      Set.of("authorization", "proxy-authorization", "api-key", "x-api-key", "cookie");

  /** Headers that say how a request is framed; the client alone knows that. */
  private static final Set<String> OURS =
      Set.of(
          "host",
          "connection",
          "content-length",
          "content-type",
          "transfer-encoding",
          "accept",
          "accept-encoding",
          "expect",
          "upgrade",
          "te",
          "trailer");

  private HeaderParser() {}

  /** The headers that {@code auth} stands for. */
  static Map<String, HeaderValue> auth(Field field) {
    Fields auth = Fields.of(field, Section.AUTH);
    Map<String, HeaderValue> headers = new LinkedHashMap<>();
    auth.get("bearer")
        .ifPresent(bearer -> headers.put("Authorization", reference(bearer, "Bearer ")));
    auth.get("header")
        .ifPresent(
            header ->
                Fields.open(header, "header names with ${env:NAME}")
                    .all()
                    .forEach((name, value) -> put(headers, name, value, true)));
    if (headers.isEmpty()) {
      field.problem(
          "this authorizes nothing; `bearer: \"${env:NAME}\"` or `header: {api-key:"
              + " \"${env:NAME}\"}` would be right");
    }
    return headers;
  }

  private static HeaderValue reference(Field field, String prefix) {
    Matcher matcher = REFERENCE.matcher(field.scalar().map(s -> s.text()).orElse(""));
    if (!matcher.matches() || !matcher.group(1).isEmpty()) {
      field.problem(BY_REFERENCE, meant(field));
      return HeaderValue.secret(new SecretRef("BROKEN", prefix));
    }
    return HeaderValue.secret(new SecretRef(matcher.group(2), prefix));
  }

  /** The headers of a route: those of {@code auth}, unless the route has its own of that name. */
  public static Map<String, HeaderValue> route(Field field, Map<String, HeaderValue> auth) {
    Map<String, HeaderValue> own = new LinkedHashMap<>();
    Fields.open(field, "header names with values")
        .all()
        .forEach((name, value) -> put(own, name, value, SECRET.contains(lower(name))));
    Map<String, HeaderValue> all = new LinkedHashMap<>();
    auth.forEach(
        (name, value) -> {
          if (own.keySet().stream().noneMatch(name::equalsIgnoreCase)) {
            all.put(name, value);
          }
        });
    all.putAll(own);
    return all;
  }

  /** What is wrong with the name of a header, or the empty text. */
  static String nameFault(String name) {
    if (!NAME.matcher(name).matches()) {
      return "this is no header name; letters, digits and `-` would be right";
    }
    return OURS.contains(lower(name)) ? "this header is set by Tokenstorm itself; remove it" : "";
  }

  private static void put(
      Map<String, HeaderValue> headers, String name, Field value, boolean secret) {
    String fault = nameFault(name);
    if (!fault.isEmpty()) {
      value.problem(fault);
    } else if (headers.keySet().stream().anyMatch(name::equalsIgnoreCase)) {
      value.problem("a header of this name is there already; names differ by more than case");
    } else {
      headers.put(name, value(value, secret));
    }
  }

  private static HeaderValue value(Field field, boolean secret) {
    String text = field.text("");
    Matcher matcher = REFERENCE.matcher(text);
    boolean reference = matcher.matches();
    if (!VALUE.matcher(text).matches()) {
      field.problem("a header holds printable ASCII only; remove other characters");
    } else if (reference) {
      return HeaderValue.secret(new SecretRef(matcher.group(2), matcher.group(1)));
    } else if (secret) {
      field.problem(BY_REFERENCE, meant(field));
    } else if (text.contains("${") || text.contains("$env")) {
      field.problem(
          "a reference stands last and alone, after literal text; ${env:NAME} or `Bearer"
              + " ${env:NAME}` would be right",
          meant(field));
    }
    return HeaderValue.literal(text);
  }

  private static String meant(Field field) {
    Matcher nearly = NEARLY.matcher(field.scalar().map(s -> s.text()).orElse("").strip());
    return nearly.matches() ? "${env:" + nearly.group(1) + "}" : "";
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
