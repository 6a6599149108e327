package io.tokenstorm.coordinator.report.phase;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.report.model.PhaseReport.GroupReport;
import io.tokenstorm.coordinator.stats.ColumnStore;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupMeterTest {
  @TempDir private Path folder;

  @Test
  void names_withoutEnd_shareOneGroupBeyondTheMost() throws IOException {
    int all = GroupMeter.MOST + 500;
    try (ColumnStore store = new ColumnStore(folder, 1 << 20)) {
      GroupMeter meter = new GroupMeter((worker, record) -> record.replica(), store);
      for (int i = 0; i < all; i++) {
        meter.add("w1", answeredBy("r" + i));
      }
      meter.add("w1", answeredBy("r0"));
      Map<String, GroupReport> reports = meter.reports();
      assertThat(reports).hasSize(GroupMeter.MOST + 1);
      assertThat(reports.get("r0").requests()).isEqualTo(2);
      assertThat(reports.get(GroupMeter.OTHERS).requests()).isEqualTo(500);
      assertThat(reports.values().stream().mapToLong(GroupReport::requests).sum())
          .isEqualTo(all + 1);
    }
  }

  private static RequestRecord answeredBy(String replica) {
    return new RequestRecord(
        new RequestKey(1, 0, LoadStage.MEASURE, 0, 0),
        replica,
        new Instants(0, 0, -1, 0, 0, -1, -1, -1, 1),
        Gaps.of(new long[0]),
        new Outcome.Failed(ErrorKind.RESET, 0, ""),
        new TokenCounts(0, TokenSource.EVENTS, 1, TokenSource.PLANNED, 1, 0),
        "",
        0);
  }
}
