package io.tokenstorm.coordinator.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenstorm.coordinator.live.LiveFrame.ReplicaRow;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
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

    assertThat(tallies.rows()).hasSize(2);
    ReplicaRow first = tallies.rows().get(0);
    assertThat(first.success()).isEqualTo(1);
    assertThat(first.errors()).isEqualTo(1);
    assertThat(first.outputTokens()).isEqualTo(16);
    assertThat(first.ttftP50()).isCloseTo(0.1, within(0.001));
    assertThat(tallies.rows().get(1)).isEqualTo(new ReplicaRow("r2", 0, 1, 0, null, null));
  }

  @Test
  void add_endlessNames_shareOneRowBeyondTheBound() {
    for (int i = 0; i < 1_000; i++) {
      tallies.add(record("pod-" + i, LoadStage.MEASURE, Outcome.COMPLETED));
    }

    assertThat(tallies.rows()).hasSize(ReplicaTallies.MAX_REPLICAS + 1);
    assertThat(tallies.rows().stream().mapToLong(ReplicaRow::success).sum()).isEqualTo(1_000);
  }
}
