package io.tokenstorm.worker.api.dialect;

import io.tokenstorm.worker.api.BodyFields;
import io.tokenstorm.worker.api.PromptPlace;
import io.tokenstorm.worker.api.RequestForm;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parts of a body that several APIs have. */
final class Fields {
  private Fields() {}

  /** One message of the user, whose content is the prompt. */
  static List<Map<String, Object>> userMessage() {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("role", "user");
    message.put("content", PromptPlace.TEXT);
    return List.of(message);
  }

  /** A body of OpenAI's older APIs: sampling, and whatever else, stands at its top. */
  static BodyFields openAi(RequestForm form, String promptField, Object prompt) {
    BodyFields body =
        new BodyFields()
            .put("model", form.model())
            .put(promptField, prompt)
            .put("max_tokens", form.spec().outputTokens())
            .put("stream", form.spec().stream());
    if (form.spec().stream() && form.includeUsage()) {
      body.put("stream_options", Map.of("include_usage", true));
    }
    return body.override(form.spec().sampling())
        .override(form.spec().extraBody())
        .put("model", form.model())
        .put(promptField, prompt);
  }

  /**
   * A body that keeps what concerns the sampling in a mapping of its own. The plan's {@code body}
   * may add to it.
   *
   * @param base model, prompt and whether to stream
   * @param length name of the field that bounds the answer
   */
  static BodyFields nested(BodyFields base, RequestForm form, String mapping, String length) {
    Map<String, Object> inner = new LinkedHashMap<>();
    inner.put(length, form.spec().outputTokens());
    form.spec().sampling().forEach(inner::putIfAbsent);
    if (form.spec().extraBody().get(mapping) instanceof Map<?, ?> more) {
      more.forEach((name, value) -> inner.put(String.valueOf(name), value));
    }
    inner.put(length, form.spec().outputTokens());
    return base.put(mapping, inner).addAll(form.spec().extraBody());
  }
}
