package io.tokenstorm.coordinator.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.tokenstorm.coordinator.results.RunInfo;
import io.tokenstorm.coordinator.sweep.FakeServers.Life;
import io.tokenstorm.coordinator.sweep.model.SweepInfo;
import io.tokenstorm.coordinator.sweep.model.SweepReport;
import io.tokenstorm.coordinator.sweep.result.SweepDirectory;
import io.tokenstorm.coordinator.sweep.result.SweepReportBuilder;
import io.tokenstorm.coordinator.sweep.show.SweepTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sweep's own decisions, with servers and requests that only seem to be. */
class SweepRunTest {
  private static final String SMALL =
      """
      kind: server-matrix
      name: small
      model: m
      lengths: [1000, 2000]
      engines:
        a: {command: "a --len {max_model_len} --port {port}", port: 8000}
        b: {command: "b --len {max_model_len} --port {port}", port: 8000}
      """;

  @TempDir private Path root;

  private SweepDirectory directory(String plan) {
    return SweepDirectory.create(
        root,
        new SweepInfo(
            "20261130-120000",
            Instant.parse("2026-11-30T12:00:00Z"),
            "plan.yaml",
            List.of(),
            null,
            new SweepInfo.Git("abcdef1", true),
            "/home",
            "/home/tokenstorm",
            List.of("run", "plan.yaml"),
            new RunInfo.Versions("0.1.0", "17", "2.8.5"),
            new RunInfo.Host("box", "Linux", 2, 1)),
        "small",
        plan.getBytes(StandardCharsets.UTF_8));
  }

  private static JsonNode reference() throws IOException {
    try (InputStream in =
        SweepRunTest.class.getResourceAsStream("/sweep/reference-context-sweep.json")) {
      return new JsonMapper().readTree(in);
    }
  }

  @Test
  void h200Plan_givenTheReferencesFigures_givesTheReferencesReport() throws Exception {
    JsonNode reference = reference();
    SweepDirectory directory =
        directory(Files.readString(Path.of("../conf/plans/context-sweep-h200.yaml")));
    FakeServers fake = FakeServers.ofReference(root.resolve("asked"), reference);

    assertThat(new SweepRun(directory, fake.hands()).run(() -> false)).isTrue();

    JsonNode report = new JsonMapper().readTree(directory.report().toFile());
    assertThat(names(report)).startsWith("metadata", "config", "scenarios");
    assertThat(names(report.path("metadata"))).startsWith(names(reference.path("metadata")));
    assertThat(names(report.path("config"))).startsWith(names(reference.path("config")));
    reference
        .path("config")
        .properties()
        .forEach(e -> assertThat(report.at("/config/" + e.getKey())).isEqualTo(e.getValue()));
    for (String key :
        List.of("experiment", "model", "backend", "engine", "hardware", "accelerator")) {
      assertThat(report.at("/metadata/" + key)).as(key).isEqualTo(reference.at("/metadata/" + key));
    }
    for (String key : List.of("chip", "env", "description", "git_dirty")) {
      assertThat(report.at("/metadata/" + key)).as(key).isEqualTo(reference.at("/metadata/" + key));
    }
    assertThat(report.path("scenarios")).hasSize(18);
    for (int i = 0; i < 18; i++) {
      equal(report.path("scenarios").path(i), reference.path("scenarios").path(i));
    }
    assertThat(faults(report)).isEmpty();
    assertThat(faults(reference)).isEmpty();
    assertThat(fake.lives()).hasSize(18).allMatch(Life::over);
    assertThat(fake.mostAlive()).isEqualTo(1);
    ((ObjectNode) reference.at("/scenarios/3/metrics/ttft_ms")).remove("p95");
    assertThat(faults(reference)).isNotEmpty();
  }

  /** What the shipped schema, which describes the shared keys, has against a report. */
  private static List<String> faults(JsonNode report) throws IOException {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(Files.readString(Path.of("../conf/schemas/sweep.report.schema.json")))
        .validate(report)
        .stream()
        .map(Object::toString)
        .toList();
  }

  private static void equal(JsonNode row, JsonNode expected) {
    assertThat(names(row)).startsWith(names(expected));
    for (String key : List.of("backend", "target_len", "max_model_len", "success", "server_args")) {
      assertThat(row.path(key)).isEqualTo(expected.path(key));
    }
    if (expected.path("metrics").isNull()) {
      assertThat(row.path("metrics").isNull()).isTrue();
      assertThat(row.path("error").asText()).startsWith(expected.path("error").asText());
      assertThat(row.at("/failure/cause").asText()).isEqualTo("kv-cache-too-small");
      return;
    }
    assertThat(row.path("error").isNull()).isTrue();
    assertThat(names(row.path("metrics"))).containsExactly(names(expected.path("metrics")));
    expected
        .path("metrics")
        .properties()
        .forEach(
            entry -> {
              JsonNode value = row.path("metrics").path(entry.getKey());
              if (entry.getKey().equals("tpot_ms") || entry.getKey().equals("itl_ms")) {
                assertThat(names(value)).containsExactly(names(entry.getValue()));
                assertThat(value).allMatch(JsonNode::isNull);
              } else if (value.isObject()) {
                assertThat(value.path("p99").asDouble())
                    .isCloseTo(entry.getValue().path("p99").asDouble(), within(1e-5));
              } else {
                double wanted = entry.getValue().asDouble();
                assertThat(value.asDouble())
                    .as(entry.getKey())
                    .isCloseTo(wanted, within(wanted * 1e-8));
              }
            });
    assertThat(row.path("notes").toString()).contains("undefined");
  }

  private static String[] names(JsonNode node) {
    List<String> names = new ArrayList<>();
    Iterator<String> all = node.fieldNames();
    all.forEachRemaining(names::add);
    return names.toArray(String[]::new);
  }

  @Test
  void sweep_stoppedAfterTwoRows_goesOnWithTheThird() throws Exception {
    SweepDirectory directory = directory(SMALL);
    FakeServers first = FakeServers.upTo(root.resolve("one"), 5_000);
    StopAsked afterTwo = () -> first.lives().size() >= 2 && first.lives().get(1).over();
    assertThat(new SweepRun(directory, first.hands()).run(afterTwo)).isFalse();
    SweepReport partial = SweepReportBuilder.build(directory);
    assertThat(partial.complete()).isFalse();
    assertThat(SweepTable.render(partial, 100))
        .contains("not complete: %d of the 4 rows".formatted(partial.scenarios().size()))
        .doesNotContain("of its search");

    FakeServers second = FakeServers.upTo(root.resolve("two"), 5_000);
    assertThat(new SweepRun(directory, second.hands()).run(() -> false)).isTrue();
    assertThat(directory.scenarios().stream().map(s -> s.row() + " " + s.key()).toList())
        .containsExactly("1 a 1000", "2 a 2000", "3 b 1000", "4 b 2000");
    assertThat(second.lives()).hasSizeLessThanOrEqualTo(3);
    assertThat(SweepReportBuilder.build(directory).complete()).isTrue();
  }

  @Test
  void search_findsTheEdge_withItsCause() throws Exception {
    SweepDirectory directory =
        directory(SMALL + "search: {max_context: {granularity: 1000, up_to: 64000}}\n");
    FakeServers fake = FakeServers.upTo(root.resolve("asked"), 5_500);
    assertThat(new SweepRun(directory, fake.hands()).run(() -> false)).isTrue();
    SweepReport report = SweepReportBuilder.build(directory);
    assertThat(report.columns())
        .allSatisfy(
            column -> {
              assertThat(column.longestSuccess()).isEqualTo(5_000);
              assertThat(column.shortestFailure()).isEqualTo(6_000);
              assertThat(column.edge()).startsWith("server failed to start");
            });
    assertThat(directory.scenarios().stream().filter(s -> s.searched()).map(s -> s.targetLen()))
        .containsExactly(4_000, 8_000, 6_000, 5_000, 4_000, 8_000, 6_000, 5_000);
    assertThat(SweepTable.render(report, 120)).contains("longest context that worked: 5,000");
    assertThat(Files.readString(directory.reportPage())).contains("<svg").doesNotContain("<script");
  }

  @Test
  void search_cutOff_isCountedBesideTheGrid() throws Exception {
    SweepDirectory directory =
        directory(SMALL + "search: {max_context: {granularity: 1000, up_to: 64000}}\n");
    FakeServers fake = FakeServers.upTo(root.resolve("asked"), 5_500);
    StopAsked afterSeven = () -> fake.lives().size() >= 7 && fake.lives().get(6).over();
    assertThat(new SweepRun(directory, fake.hands()).run(afterSeven)).isFalse();
    int kept = directory.scenarios().size();
    assertThat(SweepTable.render(SweepReportBuilder.build(directory), 100))
        .contains(
            "not complete: 4 of the 4 rows of its grid are done, and " + (kept - 4) + " of its");
    assertThat(kept).isGreaterThan(4);
  }

  @Test
  void repeats_eachOnAServerOfItsOwn_haveASpread() throws Exception {
    SweepDirectory directory = directory(SMALL + "repeats: 3\n");
    FakeServers fake = FakeServers.upTo(root.resolve("asked"), 5_000);
    assertThat(new SweepRun(directory, fake.hands()).run(() -> false)).isTrue();
    assertThat(fake.lives()).hasSize(12);
    var row = directory.scenarios().get(0);
    assertThat(row.repeats()).hasSize(3);
    assertThat(row.startS()).hasSize(3);
    assertThat(row.metrics().successCount()).isEqualTo(3);
    assertThat(row.spread().ttftMs().max()).isGreaterThan(row.spread().ttftMs().min());
  }

  @Test
  void repeats_withNewSalt_shareAServer() throws Exception {
    SweepDirectory directory = directory(SMALL + "repeats: 3\ncold: salt\n");
    FakeServers fake = FakeServers.upTo(root.resolve("asked"), 5_000);
    assertThat(new SweepRun(directory, fake.hands()).run(() -> false)).isTrue();
    assertThat(fake.lives()).hasSize(4).allMatch(Life::over);
    assertThat(directory.scenarios().get(0).repeats()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "This model's maximum context length is 500 tokens. However, you requested 1001 tokens",
        "The input (1000 tokens) is longer than the model's context length (500 tokens).",
        "Input length (1000 tokens) exceeds the maximum allowed length (500 tokens). Use a shorter",
        "request (1000 tokens) exceeds the available context size (512 tokens), try increasing it",
        "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 500. Given: 1000"
      })
  void requestThatFails_isARow_andItsServerIsStopped(String said) throws Exception {
    SweepDirectory directory = directory(SMALL);
    FakeServers fake = FakeServers.upTo(root.resolve("asked"), 5_000);
    fake.answerWith("http_status 400: " + said);
    assertThat(new SweepRun(directory, fake.hands()).run(() -> false)).isTrue();
    assertThat(directory.scenarios())
        .hasSize(4)
        .allSatisfy(
            row -> {
              assertThat(row.success()).isFalse();
              assertThat(row.error()).startsWith("request failed: http_status 400");
              assertThat(row.failure().cause()).isEqualTo("context-too-long");
              assertThat(row.metrics()).isNull();
            });
    assertThat(fake.lives()).hasSize(4).allMatch(Life::over);
  }

  @Test
  void countThatDiffers_isSaid() throws Exception {
    SweepDirectory directory = directory(SMALL);
    FakeServers fake = FakeServers.upTo(root.resolve("asked"), 5_000);
    fake.countMore(2);
    assertThat(new SweepRun(directory, fake.hands()).run(() -> false)).isTrue();
    assertThat(directory.scenarios().get(0).notes())
        .anyMatch(note -> note.contains("counted 1002 prompt tokens where 1000 were aimed at"));
  }
}
