package io.tokenstorm.coordinator.api.past;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PastReportsTest {
  @TempDir private Path root;

  private Path report(String run, String verdict) throws IOException {
    Path directory = Files.createDirectories(root.resolve(run));
    return Files.writeString(
        directory.resolve("report.json"),
        """
        {"model": "m", "findings": [{"verdict": "NOT THIS"}], "verdict": "%s",
         "verdict_reason": "why", "plan": "p", "started_at": "2026-11-30T10:00:00Z",
         "phases": [{"model": "not this"}]}
        """
            .formatted(verdict));
  }

  @Test
  void list_noDirectoryYet_isEmpty() throws IOException {
    assertThat(new PastReports(root.resolve("none")).list()).isEmpty();
  }

  @Test
  void list_severalRuns_newestFirst_withWhatTheirReportsSay() throws IOException {
    report("20261129-100000-a", "INVALID");
    report("20261130-100000-b", "VALID");
    Files.writeString(root.resolve("20261130-100000-b/report.html"), "<p>");
    Files.createDirectories(root.resolve("logs"));
    Files.createDirectories(root.resolve("20261130-110000-not-over"));

    assertThat(new PastReports(root).list())
        .containsExactly(
            new PastReport(
                "20261130-100000-b", "p", "m", "VALID", "why", "2026-11-30T10:00:00Z", true),
            new PastReport(
                "20261129-100000-a", "p", "m", "INVALID", "why", "2026-11-30T10:00:00Z", false));
  }

  @Test
  void list_damagedReport_isShownAsSuch() throws IOException {
    Files.writeString(report("a", "VALID"), "{\"verdict\": \"VAL");
    assertThat(new PastReports(root).list())
        .singleElement()
        .satisfies(
            damaged -> {
              assertThat(damaged.verdict()).isNull();
              assertThat(damaged.reason()).startsWith("cannot be read: ");
            });
  }

  @Test
  void list_reportMadeAgain_isReadAgain() throws IOException {
    PastReports reports = new PastReports(root);
    report("a", "INVALID");
    assertThat(reports.list()).extracting(PastReport::verdict).containsExactly("INVALID");
    Files.setLastModifiedTime(
        report("a", "VALID"), FileTime.from(Instant.parse("2031-01-01T00:00:00Z")));
    assertThat(reports.list()).extracting(PastReport::verdict).containsExactly("VALID");
  }

  @Test
  void list_veryManyRuns_isBounded() throws IOException {
    for (int i = 0; i < PastReports.MOST + 5; i++) {
      report("run-%04d".formatted(i), "VALID");
    }
    assertThat(new PastReports(root).list())
        .hasSize(PastReports.MOST)
        .first()
        .extracting(PastReport::run)
        .isEqualTo("run-0204");
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", ".", "../outside", "a/../../outside", "", "/etc", "a\0", ".hidden"})
  void report_nameThatLeadsElsewhere_isNone(String run) throws IOException {
    Path inner = Files.createDirectories(root.resolve("results"));
    Files.createDirectories(root.resolve("outside"));
    Files.writeString(root.resolve("outside/report.json"), "{}");
    Files.writeString(root.resolve("report.json"), "{}");
    PastReports reports = new PastReports(inner);
    assertThat(reports.report(run)).isEmpty();
    assertThat(reports.page(run)).isEmpty();
  }

  @Test
  void report_ofARun_isItsFile() throws IOException {
    Path file = report("a", "VALID");
    assertThat(new PastReports(root).report("a")).contains(file);
    assertThat(new PastReports(root).page("a")).isEmpty();
  }
}
