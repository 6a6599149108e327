package io.tokenstorm.coordinator.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.tokenstorm.coordinator.export.tool.ToolRequest;
import io.tokenstorm.coordinator.results.RunInfo;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One object in a tool's form, written key by key. What the record does not hold becomes {@code
 * null}, and the key {@code tokenstorm} at the end says why, what else to know, and where it comes
 * from.
 */
final class ToolJson {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final JsonGenerator json;
  private final Map<String, String> unknown = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();

  private ToolJson(JsonGenerator json) {
    this.json = json;
  }

  /** Begins an object on a line of its own. */
  static ToolJson line(OutputStream out) throws IOException {
    return begun(FACTORY.createGenerator(out));
  }

  /** Begins an object that is easy to read. */
  static ToolJson pretty(OutputStream out) throws IOException {
    return begun(FACTORY.createGenerator(out).setPrettyPrinter(new DefaultPrettyPrinter()));
  }

  private static ToolJson begun(JsonGenerator json) throws IOException {
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.writeStartObject();
    return new ToolJson(json);
  }

  JsonGenerator raw() {
    return json;
  }

  void text(String key, @Nullable String value) throws IOException {
    json.writeStringField(key, value);
  }

  void whole(String key, long value) throws IOException {
    json.writeNumberField(key, value);
  }

  void number(String key, double value) throws IOException {
    json.writeNumberField(key, value);
  }

  /** An element of an array; throws {@link UncheckedIOException}, as records are visited. */
  void seconds(long nanos) {
    try {
      if (nanos == ToolRequest.UNKNOWN) {
        json.writeNull();
      } else {
        json.writeNumber(nanos / 1e9);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A key without a value, and why. */
  void unknown(String key, String why) throws IOException {
    json.writeNullField(key);
    unknown.put(key, why);
  }

  /** A key that the tool itself leaves empty. */
  void empty(String key) throws IOException {
    json.writeNullField(key);
  }

  /** Something that a reader of the figures should know. */
  void note(String sentence) {
    notes.add(sentence);
  }

  /** Ends the object with where it comes from. */
  void end(ToolPhase phase, String definitions) throws IOException {
    RunInfo info = phase.info();
    json.writeObjectFieldStart("tokenstorm");
    json.writeStringField("version", info.versions().tokenstorm());
    json.writeStringField("run", info.run());
    json.writeStringField("phase", phase.name());
    json.writeStringField("verdict", phase.run().report().verdict().name());
    json.writeStringField("definitions", definitions);
    json.writeObjectFieldStart("unknown");
    for (Map.Entry<String, String> entry : unknown.entrySet()) {
      json.writeStringField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("notes");
    for (String sentence : notes) {
      json.writeString(sentence);
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndObject();
    json.writeRaw('\n');
    json.close();
  }
}
