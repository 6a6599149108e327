package io.tokenstorm.coordinator.report.phase;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.report.model.PhaseReport.WindowReport;
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
import org.junit.jupiter.api.Test;

class WindowMeterTest {
  private static final long SECOND = 1_000_000_000L;

  private static WindowReport report(RequestRecord... records) {
    WindowMeter meter = new WindowMeter(TenSeconds.FACTS);
    List.of(records).forEach(meter::add);
    return meter.report(4);
  }

  /** Sent at a second, tokens at the given seconds after, ended with the last. */
  private static RequestRecord streamed(
      LoadStage stage, double sent, int tokens, Outcome outcome, double... arrivals) {
    long[] gaps = new long[arrivals.length - 1];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = (long) ((arrivals[i + 1] - arrivals[i]) * SECOND);
    }
    long first = (long) (arrivals[0] * SECOND);
    long last = (long) (arrivals[arrivals.length - 1] * SECOND);
    return record(stage, sent, first, last, Gaps.of(gaps), outcome, tokens);
  }

  private static RequestRecord record(
      LoadStage stage, double sent, long first, long last, Gaps gaps, Outcome outcome, int tokens) {
    return new RequestRecord(
        new RequestKey(1, 0, stage, 0, 0),
        "",
        new Instants((long) (sent * SECOND), 0, -1, 0, 0, first, first, last, last),
        gaps,
        outcome,
        new TokenCounts(tokens, TokenSource.USAGE, 1, TokenSource.USAGE, 1, gaps.size() + 1),
        "",
        0);
  }

  @Test
  void window_edges_openingCountsAndClosingDoesNot() {
    RequestRecord atOpening = streamed(LoadStage.WARMUP, 8, 2, Outcome.COMPLETED, 1, 2);
    RequestRecord atClosing = streamed(LoadStage.MEASURE, 18, 2, Outcome.COMPLETED, 1, 2);
    WindowReport window = report(atOpening, atClosing);
    // one of two tokens of each; one completion
    assertThat(window.outputTokensPerSecond()).isEqualTo(0.2);
    assertThat(window.requestRate()).isEqualTo(0.1);
    // the second was in flight for two seconds, the first for none
    assertThat(window.meanConcurrency()).isEqualTo(0.2);
  }

  @Test
  void window_chunksOfSeveralTokens_areSplitEvenly() {
    // 30 tokens in three events, two of them inside
    RequestRecord record = streamed(LoadStage.MEASURE, 15, 30, Outcome.COMPLETED, 1, 2, 7);
    assertThat(report(record).outputTokensPerSecond()).isEqualTo(2.0);
    assertThat(report(record).requestRate()).isZero();
    assertThat(report(record).meanConcurrency()).isEqualTo(0.5);
  }

  @Test
  void window_bodyThatWasNotStreamed_arrivesWithItsLastByte() {
    RequestRecord inside =
        record(LoadStage.MEASURE, 11, -1, 2 * SECOND, Gaps.NONE, Outcome.COMPLETED, 100);
    RequestRecord after =
        record(LoadStage.MEASURE, 19, -1, 2 * SECOND, Gaps.NONE, Outcome.COMPLETED, 100);
    assertThat(report(inside, after).outputTokensPerSecond()).isEqualTo(10.0);
  }

  @Test
  void window_failedRequests_areInFlightButDeliverNothing() {
    Outcome failed = new Outcome.Failed(ErrorKind.RESET, 200, "");
    WindowReport window = report(streamed(LoadStage.MEASURE, 12, 5, failed, 1, 5));
    assertThat(window.outputTokensPerSecond()).isZero();
    assertThat(window.requestRate()).isZero();
    assertThat(window.meanConcurrency()).isEqualTo(0.5);
  }

  @Test
  void window_requestAroundIt_isInFlightThroughout() {
    WindowReport window = report(streamed(LoadStage.WARMUP, 5, 4, Outcome.COMPLETED, 1, 6, 14, 30));
    assertThat(window.meanConcurrency()).isEqualTo(1.0);
    // two of four events inside
    assertThat(window.outputTokensPerSecond()).isEqualTo(0.2);
  }
}
