package io.tokenstorm.worker.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.protocol.wire.LiveSketch;
import io.tokenstorm.worker.spool.Records;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LiveTallyTest {
  private static final LiveSource SOURCE = new LiveSource("w1", 2, "run");

  private final LiveTally tally = new LiveTally();

  @Test
  void sketch_successesFailuresCuts_countedApart() {
    tally.count(record(LoadStage.MEASURE, Outcome.COMPLETED));
    tally.count(record(LoadStage.MEASURE, Outcome.COMPLETED));
    tally.count(record(LoadStage.MEASURE, new Outcome.Failed(ErrorKind.RESET, 200, "")));
    tally.count(record(LoadStage.MEASURE, Outcome.CUT));
    tally.count(record(LoadStage.WARMUP, Outcome.COMPLETED));

    LiveSketch sketch = tally.sketch(SOURCE, window(1, LoadStage.MEASURE), 5, -1);
    assertThat(sketch.worker()).isEqualTo("w1");
    assertThat(sketch.incarnation()).isEqualTo(2);
    assertThat(sketch.run()).isEqualTo("run");
    assertThat(sketch.sent()).isEqualTo(5);
    assertThat(sketch.success()).isEqualTo(2);
    assertThat(sketch.errors()).isEqualTo(Map.of("reset", 1L));
    assertThat(sketch.outputTokens()).isEqualTo(6);
    assertThat(sketch.streamedEvents()).as("of the four that ended").isEqualTo(12);
    assertThat(sketch.ttft().toHistogram().getTotalCount()).isEqualTo(2);
    Histogram itl = sketch.itl().toHistogram();
    assertThat(itl.getTotalCount()).isEqualTo(4);
    assertThat(itl.getMaxValue()).isBetween(20_000L, 20_020L);
  }

  @Test
  void sketch_engineKnowsRunningStreams_itsCountIsTaken() {
    tally.count(record(LoadStage.MEASURE, Outcome.COMPLETED));
    assertThat(tally.sketch(SOURCE, window(1, LoadStage.MEASURE), 9, 40).streamedEvents())
        .isEqualTo(40);
  }

  @Test
  void sketch_manyWindows_theOldestAreForgotten() {
    tally.count(record(LoadStage.MEASURE, Outcome.COMPLETED));
    for (int epoch = 2; epoch < 7; epoch++) {
      tally.sketch(SOURCE, window(epoch, LoadStage.MEASURE), 0, -1);
    }
    assertThat(tally.sketch(SOURCE, window(1, LoadStage.MEASURE), 0, -1).success()).isZero();
  }

  @Test
  void takeTurnaround_sinceLastCall_thenNone() {
    tally.count(record(LoadStage.MEASURE, Outcome.COMPLETED));
    assertThat(tally.takeTurnaround().p99Nanos()).isEqualTo(50_000);
    assertThat(tally.takeTurnaround()).isEqualTo(HealthSample.Turnaround.NONE);
  }

  private static WindowKey window(int epoch, LoadStage stage) {
    return new WindowKey(epoch, 0, stage);
  }

  private static RequestRecord record(LoadStage stage, Outcome outcome) {
    RequestRecord done = Records.record(new RequestKey(1, 0, stage, 0, 0), 2);
    return new RequestRecord(
        done.key(),
        done.replica(),
        done.instants(),
        done.gaps(),
        outcome,
        done.tokens(),
        done.finishReason(),
        done.responseBytes());
  }
}
