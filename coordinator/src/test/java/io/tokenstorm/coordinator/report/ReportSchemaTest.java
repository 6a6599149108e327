package io.tokenstorm.coordinator.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.tokenstorm.coordinator.results.RandomRecords;
import io.tokenstorm.coordinator.scrape.EngineFigure;
import io.tokenstorm.protocol.record.LoadStage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportSchemaTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Schema SHARED = schema("report.schema.json");
  private static final Schema STRICT = schema("report.strict.schema.json");

  /** Keys that are data: names of replicas, statuses, sources. */
  private static final Pattern MAP_ENTRY =
      Pattern.compile(
          ".*/(finish_reasons|errors_by_kind|by_replica|by_worker|replica_metrics|by_status"
              + "|token_sources/input|token_sources/output)/[^/]*");

  @TempDir Path root;

  private static Schema schema(String name) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(resource("/schemas/" + name));
  }

  private static String resource(String name) {
    try (InputStream in = ReportSchemaTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static ObjectNode reference() throws IOException {
    return (ObjectNode)
        JSON.readTree(resource("/io/tokenstorm/coordinator/report/serving-phases.json"));
  }

  /** A report with a phase of many requests, a short one and one without any. */
  private ObjectNode ours() throws IOException {
    RandomRecords random = new RandomRecords(3);
    try (RunFixture run =
        new RunFixture(
            root,
            RunFixture.asking(
                RunFixture.plan(
                    RunFixture.phase("many", 4, true),
                    RunFixture.phase("few", 4, false),
                    RunFixture.phase("none", 4, true))))) {
      Map<String, Double> told = new TreeMap<>();
      for (EngineFigure figure : EngineFigure.values()) {
        told.put(figure.label(), 1.0);
      }
      List.of(-900_000_000L, 500_000_000L, Long.MAX_VALUE / 2).forEach(at -> run.told(at, told));
      run.window(0, 1, 0, 1_000_000_000L);
      run.merge("w1", 1, random.many(300, 0, 1, LoadStage.MEASURE));
      run.note(
          new io.tokenstorm.coordinator.results.RunEvent.PlanEventFired(
              0, "POST http://x/evict", 5, 6, 200, ""));
      run.settle(0, 1);
      run.window(1, 2, 2_000_000_000L, 3_000_000_000L);
      run.merge("w1", 2, random.many(1, 1, 2, LoadStage.MEASURE));
      run.settle(1, 2);
      run.window(2, 3, 4_000_000_000L, 5_000_000_000L);
      run.settle(2, 3);
      run.end();
      ReportBuilder.build(run.path());
      return (ObjectNode) JSON.readTree(Files.readString(run.directory().report()));
    }
  }

  @Test
  void shared_reference_isAccepted() throws IOException {
    assertThat(SHARED.validate(reference())).isEmpty();
  }

  @Test
  void strict_reference_isRefused() throws IOException {
    assertThat(STRICT.validate(reference())).isNotEmpty();
  }

  @Test
  void both_ourReport_isAccepted() throws IOException {
    ObjectNode report = ours();
    assertThat(SHARED.validate(report)).isEmpty();
    assertThat(STRICT.validate(report)).isEmpty();
  }

  @Test
  void ourReport_keysOfTheReference_standInTheSameOrder() throws IOException {
    List<String> wanted = keys(reference());
    ObjectNode ours = ours();
    assertThat(keys(ours)).containsSubsequence(wanted);
    List<String> phase = keys(reference().at("/phases/0"));
    assertThat(keys(ours.at("/phases/0")).subList(0, phase.size())).isEqualTo(phase);
    List<String> figure = keys(reference().at("/phases/0/ttft"));
    assertThat(keys(ours.at("/phases/0/ttft")).subList(0, figure.size())).isEqualTo(figure);
  }

  @Test
  void ourReport_typesOfTheReference_areTheSame() throws IOException {
    JsonNode ours = ours().at("/phases/0");
    JsonNode theirs = reference().at("/phases/0");
    for (JsonPointer leaf : pointers(theirs, n -> n.isValueNode())) {
      assertThat(ours.at(leaf).numberType()).as("%s", leaf).isIn(sameKind(theirs.at(leaf)));
    }
  }

  private static List<Object> sameKind(JsonNode node) {
    List<Object> kinds = new ArrayList<>();
    kinds.add(node.numberType());
    if (node.isIntegralNumber()) {
      kinds.add(com.fasterxml.jackson.core.JsonParser.NumberType.LONG);
    }
    return kinds;
  }

  @Test
  void shared_anyReferenceKeyDropped_isRefused() throws IOException {
    for (JsonPointer at : pointers(reference(), n -> true)) {
      ObjectNode copy = reference();
      if (copy.at(at.head()) instanceof ObjectNode parent) {
        parent.remove(at.last().getMatchingProperty());
        assertThat(SHARED.validate(copy)).as("without %s", at).isNotEmpty();
      }
    }
  }

  @Test
  void shared_anyReferenceKeyOfAnotherType_isRefused() throws IOException {
    JsonNodeFactory f = JsonNodeFactory.instance;
    List<JsonNode> others =
        List.of(
            f.textNode("1"),
            f.numberNode(0.5),
            f.booleanNode(true),
            f.nullNode(),
            f.arrayNode(),
            f.objectNode());
    for (JsonPointer at : pointers(reference(), n -> true)) {
      ObjectNode copy = reference();
      JsonNode original = copy.at(at);
      if (copy.at(at.head()) instanceof ObjectNode parent) {
        for (JsonNode other : others) {
          boolean same =
              other.getNodeType() == original.getNodeType() && !original.isIntegralNumber();
          if (!same) {
            parent.set(at.last().getMatchingProperty(), other);
            assertThat(SHARED.validate(copy)).as("%s = %s", at, other).isNotEmpty();
          }
        }
      }
    }
  }

  @Test
  void strict_anyOfOurKeysDropped_isRefused() throws IOException {
    ObjectNode report = ours();
    // one phase shows every key; keys of maps are data
    ((com.fasterxml.jackson.databind.node.ArrayNode) report.get("phases")).remove(2).isNull();
    ((com.fasterxml.jackson.databind.node.ArrayNode) report.get("phases")).remove(1).isNull();
    for (JsonPointer at : pointers(report, n -> true)) {
      boolean data = MAP_ENTRY.matcher(at.toString()).matches();
      ObjectNode copy = report.deepCopy();
      if (!data && copy.at(at.head()) instanceof ObjectNode parent) {
        parent.remove(at.last().getMatchingProperty());
        assertThat(STRICT.validate(copy)).as("without %s", at).isNotEmpty();
      }
    }
  }

  @Test
  void shared_nullFigure_isAcceptedOnlyWhereNothingIsDefined() throws IOException {
    ObjectNode copy = reference();
    ObjectNode ttft = (ObjectNode) copy.at("/phases/0/ttft");
    List.of("p50", "p95", "p99", "min", "max").forEach(ttft::putNull);
    assertThat(SHARED.validate(copy)).isNotEmpty();
    ttft.put("count", 0);
    assertThat(SHARED.validate(copy)).isEmpty();
    ttft.put("count", 1);
    assertThat(SHARED.validate(copy)).isNotEmpty();
  }

  @Test
  void strict_embeddedSharedSchema_isTheSharedSchema() throws IOException {
    assertThat(JSON.readTree(resource("/schemas/report.strict.schema.json")).at("/$defs/shared"))
        .isEqualTo(JSON.readTree(resource("/schemas/report.schema.json")));
  }

  private static List<String> keys(JsonNode node) {
    List<String> keys = new ArrayList<>();
    node.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  /** Pointers to every node below the root that fits, in arrays only to the first element. */
  private static List<JsonPointer> pointers(JsonNode node, Predicate<JsonNode> fits) {
    List<JsonPointer> found = new ArrayList<>();
    collect(node, JsonPointer.empty(), fits, found);
    return found;
  }

  private static void collect(
      JsonNode node, JsonPointer at, Predicate<JsonNode> fits, List<JsonPointer> found) {
    if (!at.equals(JsonPointer.empty()) && fits.test(node)) {
      found.add(at);
    }
    if (node.isArray() && !node.isEmpty()) {
      collect(node.get(0), at.appendIndex(0), fits, found);
    }
    for (String key : keys(node)) {
      collect(node.get(key), at.appendProperty(key), fits, found);
    }
  }
}
