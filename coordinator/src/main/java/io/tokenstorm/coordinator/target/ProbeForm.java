package io.tokenstorm.coordinator.target;

import com.fasterxml.jackson.databind.JsonNode;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.RequestSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How an API is asked for one token without a stream, and where its answer says how long the prompt
 * was. Further fields of the plan's {@code body} are sent along, for they may change that.
 */
record ProbeForm(Map<String, Object> body, String countedAt) {
  static ProbeForm of(String model, RequestSpec request, String prompt) {
    Map<String, Object> extra = request.extraBody();
    Map<String, Object> body = new LinkedHashMap<>();
    return switch (request.api()) {
      case OPENAI_CHAT, OPENAI_COMPLETIONS -> {
        body.put("model", model);
        putPrompt(body, request.api(), prompt);
        extra.forEach(body::putIfAbsent);
        body.put("max_tokens", 1);
        body.put("stream", false);
        yield new ProbeForm(body, "/usage/prompt_tokens");
      }
      case OPENAI_RESPONSES -> {
        body.put("model", model);
        body.put("input", prompt);
        extra.forEach(body::putIfAbsent);
        body.put("max_output_tokens", request.extraBody().getOrDefault("max_output_tokens", 16));
        body.put("stream", false);
        yield new ProbeForm(body, "/usage/input_tokens");
      }
      case SGLANG_GENERATE -> {
        body.put("text", prompt);
        body.put("stream", false);
        nest(body, "sampling_params", Map.of("max_new_tokens", 1), extra);
        yield new ProbeForm(body, "/meta_info/prompt_tokens");
      }
      case TGI_GENERATE -> {
        body.put("inputs", prompt);
        nest(body, "parameters", tgiParameters(), extra);
        yield new ProbeForm(body, "/details/prefill");
      }
      case OLLAMA_CHAT, OLLAMA_GENERATE -> {
        body.put("model", model);
        putPrompt(body, request.api(), prompt);
        body.put("stream", false);
        nest(body, "options", Map.of("num_predict", 1), extra);
        yield new ProbeForm(body, "/prompt_eval_count");
      }
    };
  }

  /** The same with a prompt of ids; only for an API that takes them. */
  static ProbeForm ofIds(String model, RequestSpec request, List<Integer> ids) {
    ProbeForm form = of(model, request, "");
    boolean own = form.body().remove("text") != null;
    form.body().put(own ? "input_ids" : "prompt", ids);
    return form;
  }

  private static void putPrompt(Map<String, Object> body, Api api, String prompt) {
    if (api == Api.OPENAI_CHAT || api == Api.OLLAMA_CHAT) {
      body.put("messages", List.of(Map.of("role", "user", "content", prompt)));
    } else {
      body.put("prompt", prompt);
    }
  }

  /** The tokens of the prompt are listed, not counted. */
  private static Map<String, Object> tgiParameters() {
    return Map.of("max_new_tokens", 1, "details", true, "decoder_input_details", true);
  }

  private static void nest(
      Map<String, Object> body, String name, Map<String, Object> ours, Map<String, Object> extra) {
    Map<String, Object> inner = new LinkedHashMap<>();
    if (extra.get(name) instanceof Map<?, ?> plan) {
      plan.forEach((key, value) -> inner.put(String.valueOf(key), value));
    }
    inner.putAll(ours);
    body.put(name, inner);
    extra.forEach(body::putIfAbsent);
  }

  /**
   * The prompt's length as the answer tells it.
   *
   * @throws TargetException if it does not
   */
  int count(JsonNode answer) {
    JsonNode counted = answer.at(countedAt);
    if (counted.isArray() && !counted.isEmpty()) {
      return counted.size();
    }
    if (!counted.isInt()) {
      throw new TargetException(
          "the target's answer has no " + countedAt.substring(1).replace('/', '.'));
    }
    return counted.intValue();
  }
}
