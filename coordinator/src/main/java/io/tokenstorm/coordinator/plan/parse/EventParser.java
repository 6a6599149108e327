package io.tokenstorm.coordinator.plan.parse;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tokenstorm.coordinator.plan.source.Tree;
import io.tokenstorm.protocol.plan.PhaseEvent;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Reads the events of a phase: HTTP calls at points of its measured window. */
final class EventParser {
  private static final List<String> METHODS = List.of("post", "get", "put", "delete");
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
  private static final PhaseEvent BROKEN = new PhaseEvent(Duration.ZERO, "POST", Urls.BROKEN, "");

  private EventParser() {}

  /** Events whose URL may still be a path below the route. */
  static List<PhaseEvent> read(Field field) {
    return field.items("events").stream().map(EventParser::event).toList();
  }

  private static PhaseEvent event(Field field) {
    Fields event = Fields.of(field, Section.EVENT);
    Duration at =
        event
            .require("at", "`at: 3m`, counted from the opening of the window")
            .map(value -> value.durationFromZero(Duration.ZERO))
            .orElse(Duration.ZERO);
    return event.require("http", "`http: {post: URL}`").map(http -> call(at, http)).orElse(BROKEN);
  }

  private static PhaseEvent call(Duration at, Field field) {
    Fields http = Fields.of(field, Section.HTTP);
    List<String> given = METHODS.stream().filter(http::has).toList();
    if (given.size() != 1) {
      if (field.tree() instanceof Tree.Mapping) {
        field.problem("an event makes one call; one of post, get, put, delete would be right");
      }
      return BROKEN;
    }
    URI url = http.read(given.get(0), Urls::event, Urls.BROKEN);
    String body = http.read("body", EventParser::body, "");
    return new PhaseEvent(at, given.get(0).toUpperCase(Locale.ROOT), url, body);
  }

  /** JSON text as it is; a mapping or list as JSON. */
  private static String body(Field field) {
    try {
      if (field.tree() instanceof Tree.Scalar) {
        String text = field.text("null");
        JSON.readTree(text);
        return text;
      }
      return JSON.writeValueAsString(JsonValues.read(field));
    } catch (JsonProcessingException e) {
      field.problem("the body is no JSON text; a mapping, or JSON in quotes, would be right");
      return "";
    }
  }
}
