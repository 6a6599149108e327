package io.tokenstorm.worker.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.RequestSpec;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** OpenAI's chat and completions APIs, as served by vLLM, SGLang, llama.cpp and the like. */
enum OpenAiDialect implements ApiDialect {
  CHAT(Api.OPENAI_CHAT, "messages") {
    @Override
    void writePrompt(JsonGenerator json) throws IOException {
      json.writeStartArray();
      json.writeStartObject();
      json.writeStringField("role", "user");
      json.writeStringField("content", MARK);
      json.writeEndObject();
      json.writeEndArray();
    }
  },
  COMPLETIONS(Api.OPENAI_COMPLETIONS, "prompt") {
    @Override
    void writePrompt(JsonGenerator json) throws IOException {
      json.writeString(MARK);
    }
  };

  /**
   * Stands where the prompt goes; cannot occur in what a plan says, which has no such character.
   */
  private static final String MARK = "\u0001prompt\u0001";

  private static final String WRITTEN_MARK = "\\u0001prompt\\u0001";
  private static final JsonFactory JSON = new JsonFactory();

  private final Api api;
  private final String promptField;

  OpenAiDialect(Api api, String promptField) {
    this.api = api;
    this.promptField = promptField;
  }

  abstract void writePrompt(JsonGenerator json) throws IOException;

  @Override
  public String path() {
    return api.path();
  }

  @Override
  public BodyTemplate body(String model, RequestSpec spec, boolean includeUsage) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("max_tokens", spec.outputTokens());
    fields.put("stream", spec.stream());
    if (spec.stream() && includeUsage) {
      fields.put("stream_options", Map.of("include_usage", true));
    }
    fields.putAll(spec.sampling());
    fields.putAll(spec.extraBody());
    fields.remove("model");
    fields.remove(promptField);
    return split(write(model, fields));
  }

  private String write(String model, Map<String, Object> fields) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("model", model);
      json.writeFieldName(promptField);
      writePrompt(json);
      for (Map.Entry<String, Object> field : fields.entrySet()) {
        json.writeFieldName(field.getKey());
        writeValue(json, field.getValue());
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("a request body could not be written", e);
    }
    return text.toString();
  }

  private static void writeValue(JsonGenerator json, @Nullable Object value) throws IOException {
    if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName(String.valueOf(entry.getKey()));
        writeValue(json, entry.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof Iterable<?> list) {
      json.writeStartArray();
      for (Object item : list) {
        writeValue(json, item);
      }
      json.writeEndArray();
    } else {
      json.writePOJO(value);
    }
  }

  private static BodyTemplate split(String body) {
    int mark = body.indexOf(WRITTEN_MARK);
    return new BodyTemplate(
        body.substring(0, mark).getBytes(StandardCharsets.UTF_8),
        body.substring(mark + WRITTEN_MARK.length()).getBytes(StandardCharsets.UTF_8));
  }
}
