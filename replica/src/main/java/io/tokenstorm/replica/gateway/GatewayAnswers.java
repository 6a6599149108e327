package io.tokenstorm.replica.gateway;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tokenstorm.replica.http.Headers;
import io.tokenstorm.replica.http.ResponseBytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Answers of the gateway itself. */
final class GatewayAnswers {
  private static final ObjectMapper JSON = new ObjectMapper();

  private GatewayAnswers() {}

  /** An error; {@code replica} is named if one had been chosen. */
  static byte[] error(int status, String message, String replica) {
    ObjectNode error = JSON.createObjectNode();
    error.put("message", message).put("type", "gateway_error").putNull("param").put("code", status);
    ObjectNode body = JSON.createObjectNode();
    body.set("error", error);
    List<Headers.Field> fields = new ArrayList<>(jsonFields());
    if (!replica.isEmpty()) {
      fields.add(new Headers.Field("target-pod", replica));
    }
    return ResponseBytes.whole(status, fields, bytes(body.toString()));
  }

  static byte[] json(String body) {
    return ResponseBytes.whole(200, jsonFields(), bytes(body));
  }

  private static List<Headers.Field> jsonFields() {
    return List.of(
        new Headers.Field("server", "tokenstorm-gateway"),
        new Headers.Field("content-type", "application/json"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
