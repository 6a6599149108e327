package io.tokenstorm.coordinator.matrix.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.tokenstorm.coordinator.plan.ReadOptions;
import io.tokenstorm.coordinator.plan.parse.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What editors are told of a server matrix is what the parser takes. */
class MatrixSchemaTest {
  private static final Path FILE = Path.of("../conf/schemas/server-matrix.schema.json");
  private static final Map<String, Section> SECTIONS =
      Map.of(
          "", MatrixSections.PLAN,
          "engine", MatrixSections.ENGINE,
          "request", MatrixSections.REQUEST,
          "ready", MatrixSections.READY,
          "stop", MatrixSections.STOP,
          "search", MatrixSections.SEARCH,
          "max_context", MatrixSections.MAX_CONTEXT,
          "cold", MatrixSections.COLD);

  @Test
  void schema_keysOfEachSection_equalTheParsers() throws IOException {
    JsonNode root = new JsonMapper().readTree(FILE.toFile());
    SECTIONS.forEach(
        (name, section) -> {
          JsonNode node = name.isEmpty() ? root : root.at("/$defs/" + name);
          List<String> keys = new ArrayList<>();
          node.path("properties").fieldNames().forEachRemaining(keys::add);
          assertThat(keys).as(name).hasSameElementsAs(section.keys());
          assertThat(node.path("additionalProperties").asBoolean(true)).as(name).isFalse();
        });
  }

  @Test
  void documentation_everyKey_isNamed() throws IOException {
    String page = Files.readString(Path.of("../docs/sweep.md"));
    SECTIONS
        .values()
        .forEach(
            section ->
                section
                    .keys()
                    .forEach(
                        key ->
                            assertThat(page)
                                .as(section.what())
                                .containsPattern("\\b" + key + "\\b")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"context-sweep-h200.yaml", "context-sweep-demo.yaml"})
  void shippedPlan_isTakenByBoth(String name) throws IOException {
    Path plan = Path.of("../conf/plans").resolve(name);
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(FILE))
                .validate(new YAMLMapper().readTree(Files.readString(plan))))
        .isEmpty();
    assertThat(MatrixReader.isMatrix(plan)).isTrue();
    assertThat(MatrixReader.read(plan, ReadOptions.NONE)).isInstanceOf(MatrixResult.Accepted.class);
  }
}
