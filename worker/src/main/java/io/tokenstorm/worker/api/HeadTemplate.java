package io.tokenstorm.worker.api;

import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.SecretRef;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The head of every request of a phase to one target, but for its length and id. Holds secrets:
 * never printed.
 */
public final class HeadTemplate {
  /** Fields that the engine sets itself; a route cannot override them. */
  private static final Set<String> OWN =
      Set.of("content-length", "transfer-encoding", "connection", "x-request-id");

  private final byte[] fixed;
  private final String path;
  private final Map<String, String> fields;

  private HeadTemplate(String path, Map<String, String> fields) {
    this.path = path;
    this.fields = fields;
    StringBuilder head = new StringBuilder(256);
    head.append("POST ").append(path).append(" HTTP/1.1\r\n");
    fields.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    head.append("content-length: ");
    this.fixed = head.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Builds the head of a POST.
   *
   * @param target the base URL
   * @param stream whether a stream is asked for
   * @param headers of the route; they win over the defaults
   * @param secrets values of the variables that headers refer to
   * @throws IllegalArgumentException naming a header that cannot be sent, or the variable that is
   *     missing; never a secret
   */
  public static HeadTemplate of(
      URI target,
      ApiDialect api,
      boolean stream,
      Map<String, HeaderValue> headers,
      Map<String, String> secrets) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("host", target.getRawAuthority());
    fields.put("user-agent", "tokenstorm");
    fields.put("accept", stream ? api.framing().mediaType() : "application/json");
    fields.put("accept-encoding", "identity");
    fields.put("content-type", "application/json");
    headers.forEach((name, value) -> put(fields, name, textOf(name, value, secrets)));
    return new HeadTemplate(path(target, api, stream), fields);
  }

  /** The same head, asking the server to close the connection after its answer. */
  public HeadTemplate closing() {
    Map<String, String> closing = new LinkedHashMap<>(fields);
    closing.put("connection", "close");
    return new HeadTemplate(path, closing);
  }

  /** The path of every request: the base URL's own, then the API's. */
  public static String path(URI target, ApiDialect api, boolean stream) {
    String base = target.getRawPath() == null ? "" : target.getRawPath();
    return (base.endsWith("/") ? base.substring(0, base.length() - 1) : base)
        + api.api().path(stream);
  }

  private static void put(Map<String, String> fields, String name, String value) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (OWN.contains(lower) || !isToken(name)) {
      throw new IllegalArgumentException("header \"" + name + "\" cannot be set by a route");
    }
    if (value.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 127)) {
      throw new IllegalArgumentException("header \"" + name + "\" has a control character");
    }
    fields.put(lower, value);
  }

  private static boolean isToken(String name) {
    return !name.isEmpty()
        && name.chars().allMatch(c -> c > ' ' && c < 127 && "()<>@,;:\\\"/[]?={}".indexOf(c) < 0);
  }

  private static String textOf(String name, HeaderValue value, Map<String, String> secrets) {
    String text = value.text();
    SecretRef secret = value.secret();
    if (text != null || secret == null) {
      return text == null ? "" : text;
    }
    String found = secrets.get(secret.variable());
    if (found == null) {
      throw new IllegalArgumentException(
          "header \""
              + name
              + "\" needs the environment variable "
              + secret.variable()
              + ", which is not set on this worker");
    }
    return secret.prefix() + found;
  }

  public String path() {
    return path;
  }

  /** The fields but for length and id; with the secrets in them. */
  public Map<String, String> fields() {
    return fields;
  }

  /** The bytes of one request's head. */
  public byte[] render(long contentLength, String requestId) {
    byte[] tail =
        (contentLength + "\r\nx-request-id: " + requestId + "\r\n\r\n")
            .getBytes(StandardCharsets.UTF_8);
    byte[] head = Arrays.copyOf(fixed, fixed.length + tail.length);
    System.arraycopy(tail, 0, head, fixed.length, tail.length);
    return head;
  }

  @Override
  public String toString() {
    return "HeadTemplate[" + fixed.length + " bytes]";
  }
}
