package io.tokenstorm.coordinator.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.report.finding.Sketches;
import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.Report;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.protocol.record.FaultSide;
import java.util.List;
import org.junit.jupiter.api.Test;

class FinalTableTest {
  private static Report report(Finding... findings) {
    return Sketches.report(
        Verdict.VALID,
        List.of(findings),
        List.of(
            Sketches.phase("gateway-c4").requests(108).ttft(0.229, 14.9).build(),
            Sketches.phase("a-phase-with-a-name-of-no-end-whatever-that-goes-on-and-on-and-on")
                .requests(12_345_678)
                .ttft(19.88, 33.77)
                .build(),
            Sketches.phase("nothing").requests(0).undefined().build()));
  }

  private static List<String> lines(Report report, int width) {
    return FinalTable.render(report, width).lines().toList();
  }

  @Test
  void render_wide_showsAllColumnsWithinTheWidth() {
    List<String> lines = lines(report(), 120);
    assertThat(lines).allMatch(l -> l.length() <= 120);
    assertThat(lines.get(0)).contains("TTFT ms").contains("TPOT ms").contains("E2E s");
    assertThat(lines.get(1)).containsPattern("phase +conc +requests +errors +tok/s +req/s +p50");
    assertThat(lines.get(2)).startsWith("gateway-c4").contains("108").contains("229.0");
    assertThat(lines.get(2)).contains("14,900");
  }

  @Test
  void render_narrow_dropsColumnsAndShortensNames() {
    List<String> lines = lines(report(), 80);
    assertThat(lines).allMatch(l -> l.length() <= 80);
    assertThat(lines.get(1)).doesNotContain("req/s");
    assertThat(lines.get(3)).contains("…");
  }

  @Test
  void render_narrowerThanTheTable_sentencesKeepToTheTerminal() {
    List<String> lines = lines(report(), 60);
    assertThat(lines.subList(lines.indexOf("") + 1, lines.size())).allMatch(l -> l.length() <= 60);
  }

  @Test
  void render_undefined_isADashAndNeverZero() {
    assertThat(lines(report(), 120).get(4)).matches("nothing +4 +0 +0( +-){8}");
  }

  @Test
  void render_thinPercentile_isMarkedAndExplained() {
    Report thin =
        Sketches.report(
            Verdict.VALID,
            List.of(),
            List.of(Sketches.phase("p").requests(35).ttft(0.15, 0.16).build()));
    String text = FinalTable.render(thin, 120);
    assertThat(text).contains("160.0~").contains("~ fewer than 100 requests");
    assertThat(FinalTable.render(report(), 120)).doesNotContain("~ fewer");
  }

  @Test
  void render_findings_areWrappedAndMarked() {
    String sentence = "word ".repeat(40) + "x".repeat(200);
    List<String> lines =
        lines(
            report(
                new Finding(
                    "r", Finding.Severity.PROBLEM, "gateway-c4", FaultSide.TARGET, sentence),
                new Finding("r", Finding.Severity.INFO, null, null, "Short.")),
            80);
    assertThat(lines).allMatch(l -> l.length() <= 80);
    assertThat(lines).anyMatch(l -> l.startsWith("✗ gateway-c4: word word"));
    assertThat(lines).contains("- Short.");
    assertThat(String.join("", lines).replace(" ", "")).contains("x".repeat(200));
    assertThat(lines).anyMatch(l -> l.startsWith("VALID: "));
  }

  @Test
  void render_noPhase_saysTheVerdictAlone() {
    Report none = Sketches.report(Verdict.INVALID, List.of(), List.of());
    assertThat(lines(none, 120)).hasSize(1).first().asString().startsWith("INVALID: ");
  }
}
