package io.tokenstorm.replica.serve;

import com.fasterxml.jackson.databind.JsonNode;
import io.tokenstorm.replica.text.ChatTemplate;
import io.tokenstorm.replica.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;

/**
 * The prompt of a request body as token ids: text, an array of one text, token ids, or messages.
 */
final class PromptReader {
  private PromptReader() {}

  static int[] completion(JsonNode prompt) throws ApiError {
    if (prompt.isTextual()) {
      return Tokenizer.encode(prompt.asText());
    }
    if (!prompt.isArray() || prompt.isEmpty()) {
      throw new ApiError(400, "prompt must be a string, an array of one string, or token ids");
    }
    if (prompt.get(0).isIntegralNumber()) {
      return ids(prompt);
    }
    if (prompt.size() > 1) {
      throw new ApiError(400, "this replica takes one prompt a request, not " + prompt.size());
    }
    return completion(prompt.get(0));
  }

  private static int[] ids(JsonNode array) throws ApiError {
    int[] ids = new int[array.size()];
    for (int i = 0; i < ids.length; i++) {
      JsonNode id = array.get(i);
      if (!id.canConvertToInt() || !id.isIntegralNumber() || id.asInt() < 0) {
        throw new ApiError(400, "prompt[" + i + "] is not a token id");
      }
      ids[i] = id.asInt();
    }
    return ids;
  }

  static int[] chat(JsonNode messages, boolean generationPrompt) throws ApiError {
    if (!messages.isArray() || messages.isEmpty()) {
      throw new ApiError(400, "messages must be a non-empty array");
    }
    List<ChatTemplate.Message> turns = new ArrayList<>();
    for (JsonNode message : messages) {
      JsonNode role = message.path("role");
      if (!role.isTextual()) {
        throw new ApiError(400, "messages[" + turns.size() + "].role must be a string");
      }
      turns.add(new ChatTemplate.Message(role.asText(), content(message.path("content"))));
    }
    return ChatTemplate.render(turns, generationPrompt);
  }

  private static String content(JsonNode content) throws ApiError {
    if (content.isTextual()) {
      return content.asText();
    }
    if (content.isNull() || content.isMissingNode()) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    for (JsonNode part : content) {
      if (!part.path("type").asText().equals("text")) {
        throw new ApiError(400, "only text parts are understood by this replica");
      }
      text.append(part.path("text").asText());
    }
    return text.toString();
  }
}
