package io.tokenstorm.replica.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A further API's request in the words of OpenAI's older ones, which the reader understands. */
final class FormRequest {
  private FormRequest() {}

  static ObjectNode normalized(SpokenApi api, JsonNode body) {
    ObjectNode as = JsonNodeFactory.instance.objectNode();
    copy(body.path("model"), as, "model");
    switch (api) {
      case RESPONSES -> {
        copy(body.path("input"), as, "prompt");
        copy(body.path("max_output_tokens"), as, "max_tokens");
        copy(body.path("stream"), as, "stream");
        copy(body.path("ignore_eos"), as, "ignore_eos");
      }
      case SGLANG -> {
        copy(body.has("input_ids") ? body.path("input_ids") : body.path("text"), as, "prompt");
        copy(body.path("stream"), as, "stream");
        sampling(body.path("sampling_params"), "max_new_tokens", as);
      }
      case TGI, TGI_STREAM -> {
        copy(body.path("inputs"), as, "prompt");
        as.put("stream", api == SpokenApi.TGI_STREAM);
        sampling(body.path("parameters"), "max_new_tokens", as);
      }
      case OLLAMA_CHAT, OLLAMA_GENERATE -> {
        copy(body.path("messages"), as, "messages");
        copy(body.path("prompt"), as, "prompt");
        as.put("stream", body.path("stream").asBoolean(true));
        sampling(body.path("options"), "num_predict", as);
      }
      case CHAT, COMPLETIONS -> as.setAll((ObjectNode) body);
    }
    return as;
  }

  private static void sampling(JsonNode parameters, String length, ObjectNode as) {
    copy(parameters.path(length), as, "max_tokens");
    copy(parameters.path("ignore_eos"), as, "ignore_eos");
    copy(parameters.path("decoder_input_details"), as, "list_prompt");
  }

  private static void copy(JsonNode value, ObjectNode to, String name) {
    if (!value.isMissingNode()) {
      to.set(name, value);
    }
  }
}
