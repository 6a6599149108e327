package io.tokenstorm.coordinator.target;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/**
 * How servers are asked at {@code POST /tokenize} how many tokens a text has.
 *
 * <ul>
 *   <li>vLLM takes {@code model}, {@code prompt} and answers {@code count}, {@code max_model_len},
 *       {@code tokens} ({@code vllm/entrypoints/serve/tokenize/protocol.py}); SGLang likewise
 *       ({@code python/sglang/srt/entrypoints/openai/serving_tokenize.py}).
 *   <li>llama.cpp takes {@code content} and answers {@code tokens}; without that field they are
 *       none ({@code tools/server/README.md}, "POST /tokenize").
 *   <li>TGI takes {@code inputs} and answers a list of tokens (its OpenAPI description, {@code POST
 *       /tokenize}).
 * </ul>
 */
enum TokenizeForm {
  PROMPT,
  CONTENT,
  INPUTS;

  static final List<TokenizeForm> ALL = List.of(values());

  Map<String, Object> body(String model, String text) {
    return switch (this) {
      case PROMPT -> Map.of("model", model, "prompt", text);
      case CONTENT -> Map.of("content", text);
      case INPUTS -> Map.of("inputs", text);
    };
  }

  /** The tokens of an answer; 0 if it does not tell. */
  int count(JsonNode answer) {
    JsonNode count = answer.path("count");
    JsonNode tokens = this == INPUTS ? answer : answer.path("tokens");
    return count.isInt() ? Math.max(0, count.intValue()) : tokens.isArray() ? tokens.size() : 0;
  }
}
