package io.tokenstorm.coordinator.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.report.model.Report;
import io.tokenstorm.coordinator.results.RandomRecords;
import io.tokenstorm.protocol.record.LoadStage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportBuilderTest {
  @TempDir Path root;

  @Test
  void build_twoPhases_writesTheReportAndGivesTheSameBytesAgain() throws IOException {
    RandomRecords random = new RandomRecords(1);
    try (RunFixture run =
        new RunFixture(
            root,
            RunFixture.plan(RunFixture.phase("one", 4, true), RunFixture.phase("two", 4, false)))) {
      run.window(0, 1, 1_000, 60_000_000_000L);
      run.merge("w1", 1, random.many(10, 0, 1, LoadStage.WARMUP));
      run.merge("w1", 1, random.many(150, 0, 1, LoadStage.MEASURE));
      run.settle(0, 1);
      run.window(1, 2, 70_000_000_000L, 130_000_000_000L);
      run.merge("w1", 2, random.many(30, 1, 2, LoadStage.MEASURE));
      run.settle(1, 2);
      run.end();
      Report report = ReportBuilder.build(run.path());
      String first = Files.readString(run.directory().report());
      assertThat(ReportJson.read(first)).isEqualTo(report);
      ReportBuilder.build(run.path());
      assertThat(Files.readString(run.directory().report())).isEqualTo(first);
    }
  }
}
