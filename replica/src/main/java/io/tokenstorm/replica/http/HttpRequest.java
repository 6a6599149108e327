package io.tokenstorm.replica.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** One request, read to its last byte. */
public final class HttpRequest {
  private final String method;
  private final String target;
  private final String version;
  private final Headers headers;
  private final byte[] body;

  HttpRequest(String[] startLine, Headers headers, byte[] body) {
    this.method = startLine[0];
    this.target = startLine[1];
    this.version = startLine[2];
    this.headers = headers;
    this.body = body;
  }

  /** GET, POST, … */
  public String method() {
    return method;
  }

  /** As sent: path and query. */
  public String target() {
    return target;
  }

  /** The target without its query. */
  public String path() {
    int question = target.indexOf('?');
    return question < 0 ? target : target.substring(0, question);
  }

  /** The query's parameters; the last one of a name counts. */
  public Map<String, String> query() {
    Map<String, String> parameters = new LinkedHashMap<>();
    int question = target.indexOf('?');
    if (question < 0) {
      return parameters;
    }
    for (String pair : target.substring(question + 1).split("&")) {
      int equals = pair.indexOf('=');
      if (!pair.isEmpty()) {
        parameters.put(
            decode(equals < 0 ? pair : pair.substring(0, equals)),
            equals < 0 ? "" : decode(pair.substring(equals + 1)));
      }
    }
    return parameters;
  }

  /** Its header fields. */
  public Headers headers() {
    return headers;
  }

  /** The body; empty if there was none. Not to be changed. */
  public byte[] body() {
    return body;
  }

  /** Whether the client lets the connection be used again. */
  public boolean keepAlive() {
    return version.equals("HTTP/1.1")
        ? !headers.contains("connection", "close")
        : headers.contains("connection", "keep-alive");
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      return text; // a stray percent sign is taken as it stands
    }
  }
}
