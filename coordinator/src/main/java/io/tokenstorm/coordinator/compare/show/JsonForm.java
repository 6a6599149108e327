package io.tokenstorm.coordinator.compare.show;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tokenstorm.coordinator.compare.model.Comparison;
import io.tokenstorm.coordinator.compare.model.Difference;
import io.tokenstorm.coordinator.compare.model.PhaseComparison;

/**
 * A comparison for programs: all figures, values in seconds, per second and parts of one, changes
 * as parts of one, {@code null} for what is undefined.
 */
public final class JsonForm {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .configure(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY, false)
          // the same digits on every JDK
          .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.ALWAYS, JsonInclude.Include.ALWAYS))
          .build();

  private JsonForm() {}

  /** The whole text. */
  public static String render(Comparison comparison) {
    ObjectNode root = MAPPER.createObjectNode();
    root.set("a", MAPPER.valueToTree(comparison.a()));
    root.set("b", MAPPER.valueToTree(comparison.b()));
    root.set("rule", MAPPER.valueToTree(comparison.rule()));
    root.put("between_runs", comparison.betweenRuns());
    root.put("widening", comparison.widening());
    root.set("notes", MAPPER.valueToTree(comparison.notes()));
    root.set("gates", MAPPER.valueToTree(comparison.gates()));
    var phases = root.putArray("phases");
    comparison.phases().forEach(p -> phases.add(phase(p)));
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
    printer.indentArraysWith(indenter);
    printer.indentObjectsWith(indenter);
    try {
      return MAPPER.writer(printer).writeValueAsString(root) + '\n';
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a comparison always has a JSON form", e);
    }
  }

  private static ObjectNode phase(PhaseComparison phase) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("phase", phase.phase());
    node.put("note", phase.note());
    node.put("requests_a", phase.requestsA());
    node.put("requests_b", phase.requestsB());
    ObjectNode figures = node.putObject("figures");
    for (Difference d : phase.differences()) {
      ObjectNode figure = figures.putObject(d.figure().name());
      figure.put("a", d.a());
      figure.put("b", d.b());
      figure.put("change", d.change());
      figure.put("low", d.low());
      figure.put("high", d.high());
      figure.put("outcome", d.outcome().label().replace(' ', '_'));
      figure.put("why", d.why());
    }
    return node;
  }
}
