package io.tokenstorm.coordinator.live;

import static io.tokenstorm.coordinator.live.RunSamples.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenstorm.coordinator.live.PhaseRow.Headline;
import io.tokenstorm.coordinator.service.LiveRun.SettledPhase;
import io.tokenstorm.coordinator.service.LiveWindow;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import org.junit.jupiter.api.Test;

class PhaseTalliesTest {
  private static final LiveWindow WINDOW =
      new LiveWindow(10 * SECOND, Long.MAX_VALUE, 0, Long.MAX_VALUE);
  private static final SettledPhase SETTLED = new SettledPhase(0, 4, 1, 0, 2);

  private final PhaseTallies tallies = new PhaseTallies();

  /** Sent at a second, first token after 0.1 s, 11 tokens in 1 s, the end 2 s after sent. */
  private static RequestRecord record(int epoch, LoadStage stage, long sentSecond) {
    return new RequestRecord(
        new RequestKey(epoch, 0, stage, 0, 0),
        "r1",
        new Instants(
            sentSecond * SECOND,
            0,
            Instants.NONE,
            1,
            2,
            SECOND / 10,
            SECOND / 10,
            SECOND + SECOND / 10,
            2 * SECOND),
        Gaps.of(new long[] {SECOND}),
        Outcome.COMPLETED,
        new TokenCounts(11, TokenSource.USAGE, 8, TokenSource.USAGE, 8, 2),
        "stop",
        100);
  }

  @Test
  void headline_measuredRecords_areCountedOverOpeningToLastEnd() {
    tallies.window(0, WINDOW);
    for (int i = 0; i < 4; i++) {
      tallies.add(record(3, LoadStage.MEASURE, 10 + i));
    }
    tallies.add(record(3, LoadStage.WARMUP, 30));

    Headline headline = tallies.headline(SETTLED);

    assertThat(headline.requests()).isEqualTo(7);
    assertThat(headline.errors()).isEqualTo(1);
    assertThat(headline.elapsedSeconds()).isEqualTo(5.0);
    assertThat(headline.outputTokensPerSecond()).isEqualTo(44 / 5.0);
    assertThat(headline.requestRate()).isEqualTo(4 / 5.0);
    assertThat(headline.ttftP50()).isCloseTo(0.1, within(1e-4));
    assertThat(headline.tpotP99()).isCloseTo(0.1, within(1e-4));
  }

  @Test
  void headline_phaseMadeAgain_onlyItsLastEpochCounts() {
    tallies.window(0, WINDOW);
    tallies.add(record(3, LoadStage.MEASURE, 10));
    tallies.add(record(4, LoadStage.MEASURE, 11));
    tallies.add(record(3, LoadStage.MEASURE, 40));

    assertThat(tallies.headline(SETTLED).elapsedSeconds()).isEqualTo(3.0);
    assertThat(tallies.headline(SETTLED).outputTokensPerSecond()).isEqualTo(11 / 3.0);
  }

  @Test
  void headline_noRecordSeen_hasCountsAlone() {
    assertThat(tallies.headline(SETTLED))
        .isEqualTo(new Headline(7, 4, 1, null, null, null, null, null, null, null));
  }

  @Test
  void headline_longSettled_staysAsItWas() {
    tallies.window(0, WINDOW);
    tallies.add(record(3, LoadStage.MEASURE, 10));
    Headline first = tallies.headline(SETTLED);
    for (int i = 0; i < 10; i++) {
      tallies.headline(SETTLED);
    }
    tallies.add(record(3, LoadStage.MEASURE, 90));

    assertThat(tallies.headline(SETTLED)).isEqualTo(first);
  }
}
