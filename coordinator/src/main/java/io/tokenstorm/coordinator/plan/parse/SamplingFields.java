package io.tokenstorm.coordinator.plan.parse;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The sampling fields that OpenAI's API, vLLM and SGLang name, with what each may hold. A field
 * that is not here goes under {@code body:}, unchecked; here a slip of the pen is found.
 */
final class SamplingFields {
  /** What a field holds. */
  enum Kind {
    NUMBER("a number"),
    COUNT("a whole number"),
    FLAG("true or false"),
    TEXTS("a text or a list of texts"),
    COUNTS("a list of whole numbers");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  static final Map<String, Kind> KINDS = kinds();

  private SamplingFields() {}

  private static Map<String, Kind> kinds() {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    put(kinds, Kind.NUMBER, "temperature", "top_p", "min_p", "frequency_penalty");
    put(kinds, Kind.NUMBER, "presence_penalty", "repetition_penalty", "length_penalty");
    put(kinds, Kind.COUNT, "top_k", "seed", "n", "best_of", "min_tokens", "min_new_tokens");
    put(kinds, Kind.COUNT, "top_logprobs");
    put(kinds, Kind.FLAG, "ignore_eos", "skip_special_tokens", "spaces_between_special_tokens");
    put(kinds, Kind.FLAG, "include_stop_str_in_output", "no_stop_trim", "use_beam_search");
    put(kinds, Kind.FLAG, "logprobs");
    put(kinds, Kind.TEXTS, "stop");
    put(kinds, Kind.COUNTS, "stop_token_ids");
    return kinds;
  }

  private static void put(Map<String, Kind> kinds, Kind kind, String... names) {
    for (String name : names) {
      kinds.put(name, kind);
    }
  }

  /** Whether a value of the body may stand in such a field. */
  static boolean fits(Kind kind, Object value) {
    return switch (kind) {
      case NUMBER -> value instanceof Number;
      case COUNT -> value instanceof Integer || value instanceof Long;
      case FLAG -> value instanceof Boolean;
      case TEXTS ->
          value instanceof String
              || (value instanceof java.util.List<?> list
                  && list.stream().allMatch(String.class::isInstance));
      case COUNTS ->
          value instanceof java.util.List<?> list
              && list.stream().allMatch(Integer.class::isInstance);
    };
  }
}
