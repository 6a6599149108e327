package io.tokenstorm.cluster.evidence;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Merge equality: one figure of a report is changed in its last digit, and that is seen. */
class ReportOracleTest {
  @TempDir private Path folder;
  private final PlayedRun run = new PlayedRun();

  @Test
  void report_asItShouldBe_holds() throws IOException {
    ReportOracle.check(run.written(folder));
  }

  @Test
  void percentile_offByItsLastDigit_isCaught() throws IOException {
    Evidence evidence = run.written(folder);
    change(evidence, "/phases/0/e2e", "p99");
    assertThatThrownBy(() -> ReportOracle.check(evidence)).hasMessageContaining("p99");
  }

  @Test
  void throughput_offByItsLastDigit_isCaught() throws IOException {
    Evidence evidence = run.written(folder);
    change(evidence, "/phases/0", "output_tokens_per_second");
    assertThatThrownBy(() -> ReportOracle.check(evidence)).hasMessageContaining("tokens/s");
  }

  @Test
  void record_missingFromTheLog_isCaught() throws IOException {
    Evidence evidence = run.written(folder);
    run.records.add(run.records.get(0));
    assertThatThrownBy(() -> ReportOracle.check(evidence)).isInstanceOf(AssertionError.class);
  }

  private static void change(Evidence evidence, String where, String key) throws IOException {
    Path file = evidence.directory().resolve("report.json");
    JsonMapper json = new JsonMapper();
    JsonNode report = json.readTree(file.toFile());
    ObjectNode object = (ObjectNode) report.at(where);
    object.put(key, Math.nextUp(object.get(key).doubleValue()));
    Files.write(file, json.writeValueAsBytes(report));
  }
}
