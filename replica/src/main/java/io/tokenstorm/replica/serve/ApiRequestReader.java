package io.tokenstorm.replica.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tokenstorm.replica.serve.ServeSettings.Refusal;
import java.io.IOException;

/** Reads and checks the body of a request for an answer; errors are worded as vLLM's. */
final class ApiRequestReader {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int COMPLETION_DEFAULT_TOKENS = 16;

  private final ServeSettings settings;

  ApiRequestReader(ServeSettings settings) {
    this.settings = settings;
  }

  ApiRequest read(SpokenApi api, byte[] body) throws ApiError {
    JsonNode given = object(body);
    JsonNode root = api.openAi() ? given : FormRequest.normalized(api, given);
    boolean chat = api == SpokenApi.CHAT || api == SpokenApi.OLLAMA_CHAT;
    checkModel(root.path("model"));
    if (root.path("n").asInt(1) != 1) {
      throw new ApiError(400, "n must be 1 on this replica");
    }
    refuse(root);
    int[] prompt =
        chat
            ? PromptReader.chat(root.path("messages"), true)
            : PromptReader.completion(root.path("prompt"));
    if (prompt.length == 0) {
      throw new ApiError(400, "The decoder prompt cannot be empty");
    }
    return new ApiRequest(
        api,
        new ApiRequest.PromptTokens(prompt),
        maxTokens(root, chat, prompt.length),
        root.path("ignore_eos").asBoolean(false),
        root.path("stream").asBoolean(false),
        root.path("stream_options").path("include_usage").asBoolean(false),
        root.path("list_prompt").asBoolean(false));
  }

  private void refuse(JsonNode root) throws ApiError {
    if (settings.refuses().contains(Refusal.TOKEN_IDS)
        && root.path("prompt").path(0).isIntegralNumber()) {
      throw new ApiError(400, "prompt must be a string");
    }
    if (settings.refuses().contains(Refusal.STREAM_OPTIONS) && root.has("stream_options")) {
      throw new ApiError(400, "stream_options: extra fields are not permitted");
    }
  }

  static JsonNode object(byte[] body) throws ApiError {
    try {
      JsonNode root = JSON.readTree(body);
      if (root != null && root.isObject()) {
        return root;
      }
      throw new ApiError(400, "the body must be a JSON object");
    } catch (IOException notJson) {
      throw new ApiError(400, "the body is not JSON: " + firstLine(notJson));
    }
  }

  private static String firstLine(IOException problem) {
    return String.valueOf(problem.getMessage()).lines().findFirst().orElse("");
  }

  private void checkModel(JsonNode model) throws ApiError {
    if (!model.isMissingNode() && !model.asText().equals(settings.model())) {
      throw new ApiError(404, "The model `" + model.asText() + "` does not exist.");
    }
  }

  private int maxTokens(JsonNode root, boolean chat, int promptTokens) throws ApiError {
    int window = settings.engine().maxModelTokens();
    JsonNode asked = root.path("max_tokens");
    if (chat && !root.path("max_completion_tokens").isMissingNode()) {
      asked = root.path("max_completion_tokens");
    }
    if (asked.isMissingNode() || asked.isNull()) {
      int room = window - promptTokens;
      if (room < 1) {
        throw tooLong(promptTokens, 0);
      }
      return chat ? room : Math.min(room, COMPLETION_DEFAULT_TOKENS);
    }
    if (!asked.canConvertToInt() || asked.asInt() < 1) {
      throw new ApiError(400, "max_tokens must be at least 1, got " + asked.asText() + ".");
    }
    if ((long) promptTokens + asked.asInt() > window) {
      throw tooLong(promptTokens, asked.asInt());
    }
    return asked.asInt();
  }

  private ApiError tooLong(int promptTokens, int outputTokens) {
    return new ApiError(
        400,
        "This model's maximum context length is "
            + settings.engine().maxModelTokens()
            + " tokens. However, you requested "
            + (promptTokens + (long) outputTokens)
            + " tokens ("
            + promptTokens
            + " in the messages, "
            + outputTokens
            + " in the completion). Please reduce the length of the messages or completion.");
  }
}
