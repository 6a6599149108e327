package io.tokenstorm.worker.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a request's body in their order, with the prompt's place among them. A field that
 * is put again keeps its place and takes the new value.
 */
public final class BodyFields {
  /** Cannot occur in what a plan says, which has no such character. */
  private static final String MARK = "\u0001prompt\u0001";

  private static final String WRITTEN = "\"\\u0001prompt\\u0001\"";
  private static final JsonFactory JSON = new JsonFactory();

  private final Map<String, Object> fields = new LinkedHashMap<>();

  /** Puts one field; a value is a number, boolean, text, list, map or {@link PromptPlace}. */
  public BodyFields put(String name, Object value) {
    fields.put(name, value);
    return this;
  }

  /** Puts fields of the plan, but for those that are set already. */
  public BodyFields addAll(Map<String, Object> more) {
    more.forEach(fields::putIfAbsent);
    return this;
  }

  /** Puts fields of the plan; they win over those that are set already. */
  public BodyFields override(Map<String, Object> more) {
    fields.putAll(more);
    return this;
  }

  /** The body on both sides of the prompt. */
  public BodyTemplate template() {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      write(json, fields);
    } catch (IOException e) {
      throw new UncheckedIOException("a request body could not be written", e);
    }
    String body = text.toString();
    int mark = body.indexOf(WRITTEN);
    boolean quoted = body.charAt(mark - 1) != '[' || !fields.containsValue(PromptPlace.TOKEN_IDS);
    int keep = quoted ? 1 : 0; // a text stays inside its quotes, numbers stand bare
    return new BodyTemplate(
        body.substring(0, mark + keep).getBytes(StandardCharsets.UTF_8),
        body.substring(mark + WRITTEN.length() - keep).getBytes(StandardCharsets.UTF_8));
  }

  private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
    if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName(String.valueOf(entry.getKey()));
        write(json, entry.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof Iterable<?> list) {
      json.writeStartArray();
      for (Object item : list) {
        write(json, item);
      }
      json.writeEndArray();
    } else if (value == PromptPlace.TEXT) {
      json.writeString(MARK);
    } else if (value == PromptPlace.TOKEN_IDS) {
      json.writeStartArray();
      json.writeString(MARK);
      json.writeEndArray();
    } else {
      json.writePOJO(value);
    }
  }
}
