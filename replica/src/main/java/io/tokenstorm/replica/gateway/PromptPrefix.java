package io.tokenstorm.replica.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tokenstorm.replica.engine.BlockHashes;
import java.io.IOException;

/** The prompt of a request body in blocks of characters, as hashes; none if there is no prompt. */
final class PromptPrefix {
  private static final ObjectMapper JSON = new ObjectMapper();

  private PromptPrefix() {}

  static long[] of(byte[] body, int blockChars) {
    try {
      JsonNode root = JSON.readTree(body);
      StringBuilder text = new StringBuilder();
      for (JsonNode message : root.path("messages")) {
        text.append(message.path("role").asText()).append('\n');
        append(text, message.path("content"));
      }
      append(text, root.path("prompt"));
      return BlockHashes.of(text.chars().toArray(), blockChars);
    } catch (IOException notJson) {
      return new long[0]; // the replica will say what is wrong with it
    }
  }

  private static void append(StringBuilder text, JsonNode content) {
    text.append(content.isTextual() ? content.asText() : content.toString());
  }
}
