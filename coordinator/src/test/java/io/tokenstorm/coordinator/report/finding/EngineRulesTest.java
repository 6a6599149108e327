package io.tokenstorm.coordinator.report.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.report.model.EngineReport;
import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.protocol.record.FaultSide;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EngineRulesTest {
  private static EngineReport engine(long failures, String failure, Double to, long resets) {
    return new EngineReport(
        "vllm",
        5,
        failures,
        failure,
        to == null ? null : -0.3,
        to,
        resets,
        null,
        null,
        null,
        null,
        1L,
        2L,
        null,
        null,
        null,
        0L);
  }

  private static List<Finding> unread(Map<String, EngineReport> told) {
    return EngineRules.unread(phase(told), null);
  }

  private static PhaseReport phase(Map<String, EngineReport> told) {
    return Sketches.phase("p").build().with(new PhaseReport.Engines(told));
  }

  @Test
  void unread_allAnswered_isNoFinding() {
    assertThat(unread(Map.of())).isEmpty();
    assertThat(unread(Map.of("r1", engine(0, "", 61.0, 0)))).isEmpty();
  }

  @Test
  void unread_someFailed_isToldWithTheirNumberAndCause() {
    List<Finding> findings =
        unread(
            Map.of("r1", engine(0, "", 61.0, 0), "r2", engine(2, "Connection refused", 61.0, 0)));

    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).severity()).isEqualTo(Finding.Severity.INFO);
    assertThat(findings.get(0).text())
        .contains("r2 failed to answer 2 times (Connection refused)")
        .doesNotContain("r1");
  }

  @Test
  void unread_noCounters_isAWarningAndWrongUrlsAreThePlans() {
    Finding refused = unread(Map.of("r1", engine(60, "Connection refused", null, 0))).get(0);
    Finding missing = unread(Map.of("r1", engine(60, "HTTP 404 at /metrics", null, 0))).get(0);

    assertThat(refused.severity()).isEqualTo(Finding.Severity.WARNING);
    assertThat(refused.fault()).isEqualTo(FaultSide.TARGET);
    assertThat(missing.fault()).isEqualTo(FaultSide.PLAN);
    assertThat(missing.text()).contains("lack a reading").contains("replica_metrics");
  }

  @Test
  void restarted_countersThatBeganAnew_nameTheEngine() {
    PhaseReport report = phase(Map.of("r1", engine(0, "", 61.0, 0), "r2", engine(0, "", 61.0, 1)));

    assertThat(EngineRules.restarted(report, null))
        .singleElement()
        .satisfies(f -> assertThat(f.text()).contains("r2").doesNotContain("r1"));
    assertThat(EngineRules.restarted(phase(Map.of()), null)).isEmpty();
  }
}
