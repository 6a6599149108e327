package io.tokenstorm.replica.serve;

import io.tokenstorm.replica.http.Headers;
import io.tokenstorm.replica.http.ResponseBytes;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Answers without a stream. */
final class PlainAnswers {
  private PlainAnswers() {}

  static byte[] json(int status, String json) {
    return of(status, "application/json", json);
  }

  static byte[] text(String text) {
    return of(200, "text/plain; version=0.0.4; charset=utf-8", text);
  }

  /** An error in the shape vLLM gives it. */
  static byte[] error(int status, String message) {
    String type =
        switch (status) {
          case 400 -> "BadRequestError";
          case 404 -> "NotFoundError";
          default -> status < 500 ? "BadRequestError" : "InternalServerError";
        };
    return json(
        status,
        "{\"error\":{\"message\":\""
            + AnswerHead.quote(message)
            + "\",\"type\":\""
            + type
            + "\",\"param\":null,\"code\":"
            + status
            + "}}");
  }

  private static byte[] of(int status, String type, String body) {
    return ResponseBytes.whole(
        status,
        List.of(
            new Headers.Field("server", "tokenstorm-replica"),
            new Headers.Field("content-type", type)),
        body.getBytes(StandardCharsets.UTF_8));
  }
}
