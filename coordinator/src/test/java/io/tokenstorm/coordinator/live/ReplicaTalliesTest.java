package io.tokenstorm.coordinator.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenstorm.coordinator.live.LiveFrame.ReplicaRow;
import io.tokenstorm.coordinator.results.RunEvent.ReplicaReading;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplicaTalliesTest {
  private final ReplicaTallies tallies = new ReplicaTallies();

  private static RequestRecord record(String replica, LoadStage stage, Outcome outcome) {
    return new RequestRecord(
        new RequestKey(1, 0, stage, 0, 0),
        replica,
        new Instants(0, 0, Instants.NONE, 1, 2, 100_000_000, 100_000_000, 100_000_000, 200_000_000),
        Gaps.of(new long[0]),
        outcome,
        new TokenCounts(16, TokenSource.USAGE, 8, TokenSource.USAGE, 8, 1),
        "stop",
        100);
  }

  @Test
  void rows_twoReplicas_countTheMeasuredRequestsOfEach() {
    tallies.add(record("r1", LoadStage.MEASURE, Outcome.COMPLETED));
    tallies.add(record("r1", LoadStage.MEASURE, new Outcome.Failed(ErrorKind.RESET, 0, "")));
    tallies.add(record("r1", LoadStage.MEASURE, Outcome.CUT));
    tallies.add(record("r2", LoadStage.WARMUP, Outcome.COMPLETED));
    tallies.add(record("r2", LoadStage.MEASURE, new Outcome.Failed(ErrorKind.RESET, 0, "")));

    assertThat(tallies.rows(Map.of(), 0)).hasSize(2);
    ReplicaRow first = tallies.rows(Map.of(), 0).get(0);
    assertThat(first.success()).isEqualTo(1);
    assertThat(first.errors()).isEqualTo(1);
    assertThat(first.outputTokens()).isEqualTo(16);
    assertThat(first.ttftP50()).isCloseTo(0.1, within(0.001));
    assertThat(tallies.rows(Map.of(), 0).get(1))
        .isEqualTo(new ReplicaRow("r2", 0, 1, 0, null, null, null));
  }

  @Test
  void rows_replicaThatTellsOfItself_hasOneBeforeAnyRecordAndKeepsIt() {
    Map<String, ReplicaReading> told =
        Map.of(
            "r1", new ReplicaReading("r1", 1, 500_000_000, "vllm", Map.of("running", 3.0), ""),
            "r2", new ReplicaReading("r2", 1, 2, "", Map.of(), "refused"));

    List<ReplicaRow> before = tallies.rows(told, 2_500_000_000L);
    tallies.add(record("r1", LoadStage.MEASURE, Outcome.COMPLETED));
    ReplicaRow after = tallies.rows(told, 2_500_000_000L).get(0);

    assertThat(before).extracting(ReplicaRow::replica).containsExactly("r1", "r2");
    assertThat(before.get(0).success()).isZero();
    assertThat(before.get(1).engine().error()).isEqualTo("refused");
    assertThat(after.success()).isEqualTo(1);
    assertThat(after.engine().running()).isEqualTo(3.0);
    assertThat(after.engine().waiting()).isNull();
    assertThat(after.engine().agoSeconds()).isEqualTo(2.0);
  }

  @Test
  void add_endlessNames_shareOneRowBeyondTheBound() {
    for (int i = 0; i < 1_000; i++) {
      tallies.add(record("pod-" + i, LoadStage.MEASURE, Outcome.COMPLETED));
    }

    assertThat(tallies.rows(Map.of(), 0)).hasSize(ReplicaTallies.MAX_REPLICAS + 1);
    assertThat(tallies.rows(Map.of(), 0).stream().mapToLong(ReplicaRow::success).sum())
        .isEqualTo(1_000);
  }
}
