package io.tokenstorm.coordinator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.tokenstorm.coordinator.plan.parse.Section;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What editors are told of a plan is what the parser takes. */
class PlanSchemaTest {
  private static final Path FILE = Path.of("../conf/schemas/plan.schema.json");
  private static final YAMLMapper YAML = new YAMLMapper();

  static List<Path> plans() throws IOException {
    return ShippedPlansTest.plans();
  }

  static Map<String, Section> sections() {
    return Map.ofEntries(
        Map.entry("", Section.PLAN),
        Map.entry("route", Section.ROUTE),
        Map.entry("tls", Section.TLS),
        Map.entry("auth", Section.AUTH),
        Map.entry("defaults", Section.DEFAULTS),
        Map.entry("phase", Section.PHASE),
        Map.entry("workload", Section.WORKLOAD),
        Map.entry("prefix", Section.PREFIX),
        Map.entry("token_ids", Section.TOKEN_IDS),
        Map.entry("warmup_spec", Section.WARMUP),
        Map.entry("measure", Section.MEASURE),
        Map.entry("timeout", Section.TIMEOUT),
        Map.entry("event", Section.EVENT),
        Map.entry("http", Section.HTTP),
        Map.entry("worker_loss", Section.WORKER_LOSS),
        Map.entry("replica_metrics", Section.REPLICA_METRICS),
        Map.entry("sampling", Section.SAMPLING));
  }

  @Test
  void schema_keysOfEachSection_equalTheParsers() throws IOException {
    JsonNode root = new JsonMapper().readTree(FILE.toFile());
    for (Map.Entry<String, Section> section : sections().entrySet()) {
      JsonNode node = section.getKey().isEmpty() ? root : root.at("/$defs/" + section.getKey());
      List<String> keys = new ArrayList<>();
      node.path("properties").fieldNames().forEachRemaining(keys::add);

      assertThat(keys).as(section.getKey()).hasSameElementsAs(section.getValue().keys());
      assertThat(node.path("additionalProperties").asBoolean(true)).as(section.getKey()).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("plans")
  void schema_shippedPlan_isAccepted(Path file) throws IOException {
    assertThat(errors(Files.readString(file))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("plans")
  void schema_resolvedPlan_isAccepted(Path file) throws IOException {
    PlanResult result = PlanFiles.read(file, ReadOptions.NONE);

    assertThat(errors(ResolvedPlan.write(((PlanResult.Accepted) result).plan()))).isEmpty();
  }

  @Test
  void schema_planWithAnUnknownKey_isRefused() throws IOException {
    String plan = Files.readString(plans().get(0)) + "\nrotes: {}\n";

    assertThat(errors(plan)).isNotEmpty();
  }

  @Test
  void schema_everyKeyUsedAtOnce_isAcceptedByBoth() throws IOException {
    String plan = Files.readString(Path.of("src/test/resources/plans/every-key.yaml"));

    assertThat(errors(plan)).isEmpty();
    assertThat(PlanReader.read("p", plan.getBytes(StandardCharsets.UTF_8), ReadOptions.NONE))
        .isInstanceOf(PlanResult.Accepted.class);
  }

  private static List<Error> errors(String yaml) throws IOException {
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(Files.readString(FILE));
    return schema.validate(YAML.readTree(yaml));
  }
}
