package io.tokenstorm.coordinator.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tokenstorm.coordinator.export.tool.WorkedExample;
import io.tokenstorm.coordinator.report.ReportBuilder;
import io.tokenstorm.coordinator.report.RunFixture;
import io.tokenstorm.coordinator.results.ResultsException;
import io.tokenstorm.protocol.metric.RequestMetric;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Three answers like {@link WorkedExample}, sent 0, 100 and 1,000 ms after the window opened, and
 * one that failed; then a phase in which nothing succeeded.
 */
class RunExportTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final long MS = 1_000_000;
  private static final long OPENS = 500 * MS;

  @TempDir Path root;
  private Path run = Path.of("");

  @BeforeEach
  void writeRun() {
    try (RunFixture fixture =
        new RunFixture(
            root,
            RunFixture.plan(RunFixture.phase("one", 4, true), RunFixture.phase("two", 4, true)))) {
      fixture.window(0, 1, OPENS, OPENS + 2_000 * MS);
      fixture.merge(
          "w1",
          1,
          List.of(
              WorkedExample.record(0, OPENS),
              WorkedExample.record(1, OPENS + 100 * MS),
              WorkedExample.failed(2, OPENS + 500 * MS),
              WorkedExample.record(3, OPENS + 1_000 * MS)));
      fixture.settle(0, 1);
      fixture.window(1, 2, OPENS + 3_000 * MS, OPENS + 4_000 * MS);
      fixture.settle(1, 2);
      fixture.end();
      run = fixture.path();
    }
  }

  private String export(ExportFormat format, @Nullable String phase) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(new RunExport(run, phase).write(format, out)).isEmpty();
    return out.toString(StandardCharsets.UTF_8);
  }

  private JsonNode tool(ExportFormat format) throws IOException {
    return JSON.readTree(export(format, "one"));
  }

  private static List<String> published(String format) throws IOException {
    try (InputStream in = RunExportTest.class.getResourceAsStream("/export/" + format + ".keys")) {
      assertThat(in).isNotNull();
      List<String> keys =
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .toList();
      List<String> all = new ArrayList<>(keys);
      all.add("tokenstorm");
      return all;
    }
  }

  private static List<String> keys(JsonNode object) {
    List<String> keys = new ArrayList<>();
    object.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  @ParameterizedTest
  @ValueSource(strings = {"vllm-bench", "sglang-bench", "aiperf"})
  void export_ofATool_hasItsPublishedKeys_andAReasonForEachNull(String format) throws IOException {
    for (String phase : List.of("one", "two")) {
      JsonNode object = JSON.readTree(export(ExportFormat.of(format).orElseThrow(), phase));
      assertThat(keys(object)).containsExactlyInAnyOrderElementsOf(published(format));
      JsonNode unknown = object.get("tokenstorm").get("unknown");
      List<String> own = List.of("label", "request_goodput", "tag");
      for (String key : keys(object)) {
        boolean reasoned = unknown.has(key) || own.contains(key);
        assertThat(object.get(key).isNull()).as("%s %s", phase, key).isEqualTo(reasoned);
      }
    }
  }

  @Test
  void vllm_ofThePhase_hasItsFigures() throws IOException {
    JsonNode v = tool(ExportFormat.VLLM_BENCH);
    assertThat(v.get("backend").asText()).isEqualTo("openai-chat");
    assertThat(v.get("model_id").asText()).isEqualTo("DeepSeek-V4-Flash");
    assertThat(v.get("date").asText()).isEqualTo("20261130-100005");
    assertThat(v.get("num_prompts").asInt()).isEqualTo(4);
    assertThat(v.get("completed").asInt()).isEqualTo(3);
    assertThat(v.get("failed").asInt()).isEqualTo(1);
    assertThat(v.get("total_input_tokens").asInt()).isEqualTo(27);
    assertThat(v.get("total_output_tokens").asInt()).isEqualTo(15);
    // from the opening to the end of the last request, 1,260 ms
    assertThat(v.get("duration").asDouble()).isEqualTo(1.26);
    assertThat(v.get("output_throughput").asDouble()).isEqualTo(15 / 1.26);
    assertThat(v.get("median_ttft_ms").asDouble()).isEqualTo(100);
    assertThat(v.get("p99_e2el_ms").asDouble()).isEqualTo(190);
    assertThat(v.get("mean_tpot_ms").asDouble()).isEqualTo(22.5);
    assertThat(v.get("std_tpot_ms").asDouble()).isZero();
    // nine gaps, three each of 20, 30 and 40 ms: numpy's std is that of the population
    assertThat(v.get("mean_itl_ms").asDouble()).isEqualTo(30);
    assertThat(v.get("std_itl_ms").asDouble()).isCloseTo(Math.sqrt(200 / 3.0), within(1e-12));
    assertThat(v.get("p90_itl_ms").asDouble()).isEqualTo(40);
    assertThat(v.get("latencies").toString()).isEqualTo("[0.19,0.19,0.0,0.19]");
    // four chunks of each of the first two in the first second, four of the last in the second
    assertThat(v.get("max_output_tokens_per_s").asInt()).isEqualTo(8);
    assertThat(v.get("max_concurrent_requests").asInt()).isEqualTo(2);
  }

  @Test
  void sglang_ofThePhase_hasItsFigures() throws IOException {
    JsonNode s = tool(ExportFormat.SGLANG_BENCH);
    assertThat(s.get("backend").asText()).isEqualTo("sglang-oai-chat");
    assertThat(s.get("median_ttft_ms").asDouble()).isEqualTo(120);
    assertThat(s.get("median_e2e_latency_ms").asDouble()).isEqualTo(260);
    assertThat(s.get("mean_tpot_ms").asDouble()).isEqualTo(35);
    assertThat(s.get("mean_itl_ms").asDouble()).isEqualTo(30);
    assertThat(s.get("concurrency").asDouble()).isEqualTo(3 * 0.26 / 1.26);
    assertThat(s.get("total_throughput").asDouble()).isEqualTo(42 / 1.26);
    assertThat(s.get("max_output_tokens_per_s").asInt()).isEqualTo(4);
    assertThat(s.get("max_concurrent_requests").asInt()).isEqualTo(2);
  }

  @Test
  void aiperf_ofThePhase_hasItsFigures() throws IOException {
    JsonNode a = tool(ExportFormat.AIPERF);
    assertThat(a.get("time_to_first_token").get("p50").asDouble()).isEqualTo(120);
    assertThat(a.get("time_to_first_token").get("unit").asText()).isEqualTo("ms");
    assertThat(a.get("time_to_second_token").get("avg").asDouble()).isEqualTo(30);
    assertThat(a.get("request_latency").get("sum").asDouble()).isEqualTo(450);
    assertThat(a.get("inter_token_latency").get("max").asDouble()).isEqualTo(7.5);
    assertThat(a.get("inter_chunk_latency").get("count").asInt()).isEqualTo(3);
    assertThat(a.get("output_token_throughput_per_user").get("avg").asDouble())
        .isCloseTo(1000 / 7.5, within(1e-9));
    assertThat(a.get("prefill_throughput_per_user").get("avg").asDouble())
        .isCloseTo(9 / 0.12, within(1e-9));
    // from the first sent to the last content, 1,150 ms
    assertThat(a.get("benchmark_duration").get("avg").asDouble()).isEqualTo(1.15);
    assertThat(a.get("output_token_throughput").get("avg").asDouble()).isEqualTo(15 / 1.15);
    assertThat(a.get("request_count").get("avg").asInt()).isEqualTo(3);
    assertThat(a.get("error_request_count").get("avg").asInt()).isEqualTo(1);
    assertThat(a.get("total_error_isl").get("avg").asInt()).isEqualTo(10);
    assertThat(a.get("start_time").asText()).isEqualTo("2026-11-30T10:00:05.500Z");
  }

  @Test
  void export_ofAllPhases_isALineEach_butAiperfWantsOne() throws IOException {
    for (ExportFormat format : List.of(ExportFormat.VLLM_BENCH, ExportFormat.SGLANG_BENCH)) {
      List<String> lines = export(format, null).lines().toList();
      assertThat(lines).hasSize(2);
      assertThat(JSON.readTree(lines.get(1)).get("tokenstorm").get("phase").asText())
          .isEqualTo("two");
    }
    assertThatThrownBy(() -> export(ExportFormat.AIPERF, null))
        .isInstanceOf(ExportException.class)
        .hasMessageContaining("--phase, of one, two");
  }

  @ParameterizedTest
  @ValueSource(strings = {"vllm-bench", "aiperf", "csv", "jsonl"})
  void export_ofAPhaseThatIsNot_namesThoseThatAre(String format) {
    assertThatThrownBy(() -> export(ExportFormat.of(format).orElseThrow(), "three"))
        .isInstanceOf(ExportException.class)
        .hasMessageContaining("named three; there are one, two");
  }

  @Test
  void export_ofNoRun_isRefused() {
    assertThatThrownBy(
            () ->
                new RunExport(root.resolve("none"), null)
                    .write(ExportFormat.CSV, new ByteArrayOutputStream()))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining("no run's directory");
  }

  @Test
  void jsonl_isTheUnpackedLines() throws IOException {
    ReportBuilder.buildLines(run);
    try (InputStream packed =
        new GZIPInputStream(Files.newInputStream(run.resolve("records.jsonl.gz")))) {
      assertThat(export(ExportFormat.JSONL, null))
          .isEqualTo(new String(packed.readAllBytes(), StandardCharsets.UTF_8));
    }
    assertThat(export(ExportFormat.JSONL, "one").lines()).hasSize(4);
    assertThat(export(ExportFormat.JSONL, "two")).isEmpty();
  }

  @Test
  void csv_hasARowEach_andQuotesWhatNeedsIt() throws IOException {
    String csv = export(ExportFormat.CSV, null);
    List<String> rows = List.of(csv.split("\r\n"));
    assertThat(rows).hasSize(5);
    assertThat(rows.get(0).split(",")).containsExactlyElementsOf(CsvRows.COLUMNS);
    assertThat(rows.get(1))
        .isEqualTo(
            "run-1/1/0/m/0/0,one,0,1,measure,0,0,w1,r1,completed,,,,,stop,0,0,0,99000000,"
                + "120000000,120000000,150000000,260000000,false,,5,usage,9,usage,10,2,2,900,"
                + "0.12,0.12,0.15,0.0075,0.11,0.0,0.15");
    assertThat(rows.get(3))
        .contains(",failed,http_status,TARGET,503,\"a, \"\"quoted\"\"\nline\",,")
        .endsWith(",40,,,,,,0.0,");
  }

  @Test
  void csv_columns_endWithTheMetricsInTheirOrder() {
    List<String> metrics =
        Arrays.stream(RequestMetric.values())
            .map(metric -> metric.name().toLowerCase(Locale.ROOT))
            .toList();
    assertThat(CsvRows.COLUMNS.subList(CsvRows.COLUMNS.size() - 7, CsvRows.COLUMNS.size()))
        .isEqualTo(metrics);
  }
}
