package io.tokenstorm.coordinator.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.health.LagSpread;
import io.tokenstorm.protocol.wire.HealthSample;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientJudgementTest {
  private static final long MILLI = 1_000_000;

  @ParameterizedTest
  @CsvSource({
    "lag_p99_seconds, 0.001, 0.010",
    "lag_max_seconds, 0.1, 1",
    "gap_error_sigma_seconds, 0.0005, 0.005",
    "turnaround_share, 0.03, 0.1",
    "busiest_loop_share_mean, 0.7, 0.95",
    "full_read_share, 0.05, 0.5",
    "steal_share_mean, 0.05, 0.25",
    "control_lag_max_seconds, 0.5, 2"
  })
  void of_eachLimit_cleanUpToIt_marginalAbove_limitingAboveTheSecond(
      String figure, double clean, double limiting) {
    assertThat(judged(figure, clean))
        .isEqualTo(new ClientJudgement(ClientVerdict.CLEAN, List.of()));
    assertThat(judged(figure, clean * 1.01).verdict()).isEqualTo(ClientVerdict.MARGINAL);
    assertThat(judged(figure, limiting).verdict()).isEqualTo(ClientVerdict.MARGINAL);
    assertThat(judged(figure, limiting * 1.01).verdict()).isEqualTo(ClientVerdict.LIMITING);
    assertThat(judged(figure, limiting * 1.01).reasons()).hasSize(1);
  }

  private static ClientJudgement judged(String figure, double value) {
    return ClientJudgement.of(Map.of(HealthFigure.LAG_PROBES, 100.0, figure, value));
  }

  @Test
  void of_severalBeyond_theGravestFirst() {
    ClientJudgement judged =
        ClientJudgement.of(
            Map.of(
                HealthFigure.LAG_PROBES, 100.0,
                HealthFigure.LAG_P99, 0.002,
                HealthFigure.LOOP_SHARE, 0.99));
    assertThat(judged.verdict()).isEqualTo(ClientVerdict.LIMITING);
    assertThat(judged.reasons())
        .containsExactly(
            "the busiest event loop was at work 99 %, above 95 %",
            "event loops were late by 2.0 ms (p99), above 1.0 ms");
  }

  @Test
  void of_nothingTold_unknown() {
    assertThat(ClientJudgement.of(Map.of()).verdict()).isEqualTo(ClientVerdict.UNKNOWN);
    assertThat(ClientJudgement.of(HealthTotals.of(List.of())).verdict())
        .isEqualTo(ClientVerdict.UNKNOWN);
    assertThat(ClientJudgement.of(HealthTotals.of(List.of(HealthSample.NONE))).verdict())
        .isEqualTo(ClientVerdict.UNKNOWN);
    assertThat(ClientJudgement.bounds(Map.of())).isNull();
  }

  /** A client that is stopped half of the time sees lags as long as the stops. */
  @Test
  void of_stoppedHalfOfTheTime_limitingAndBoundsAsLongAsTheStops() {
    int[] counts = new int[LagSpread.BUCKETS];
    counts[LagSpread.bucketOf(MILLI / 20)] = 50;
    for (int lag = 10; lag <= 50; lag += 10) {
      counts[LagSpread.bucketOf(lag * MILLI)] += 10;
    }
    HealthSample second = second(1, LagSpread.of(counts), 50 * MILLI);
    Map<String, Double> figures = HealthTotals.of(List.of(second, second));
    assertThat(ClientJudgement.of(figures).verdict()).isEqualTo(ClientVerdict.LIMITING);
    ErrorBounds bounds = ClientJudgement.bounds(figures);
    assertThat(bounds).isNotNull();
    assertThat(bounds.ttftP99()).isBetween(0.050, 0.060);
    assertThat(bounds.ttftP50()).isLessThan(0.0001);
    assertThat(bounds.gapP99()).isBetween(0.040, 0.060);
  }

  @Test
  void figures_someSeconds_summedUpOnceAndUnknownLeftOut() {
    LagSpread quick = new LagSpread(List.of(100));
    HealthSample told =
        new HealthSample(
            1,
            quick,
            900,
            new HealthSample.Turnaround(10, 1_000, 2_000, 3_000),
            new HealthSample.Reads(100, 5, 150, 0.25),
            new HealthSample.Pauses(4 * MILLI, 3 * MILLI, 6 * MILLI, 3 * MILLI),
            new HealthSample.Machine(0.5, 2, 1.5, 0.01, 3),
            20 * MILLI,
            1,
            "");
    Map<String, Double> figures = HealthTotals.of(List.of(told, told));
    assertThat(figures)
        .containsEntry(HealthFigure.SAMPLES, 2.0)
        .containsEntry(HealthFigure.LAG_PROBES, 200.0)
        .containsEntry(HealthFigure.EVENTS_PER_READ, 1.5)
        .containsEntry(HealthFigure.FULL_READ_SHARE, 0.05)
        .containsEntry(HealthFigure.GC_TOTAL, 0.008)
        .containsEntry(HealthFigure.GC_MAX, 0.003)
        .containsEntry(HealthFigure.OTHER_CORES, 1.5)
        .containsEntry(HealthFigure.RETRANSMITS, 6.0)
        .containsEntry(HealthFigure.PROMPTS_STARVED, 2.0);
    assertThat(HealthTotals.of(List.of(second(1, quick, 900))))
        .doesNotContainKeys(
            HealthFigure.GC_MAX,
            HealthFigure.SAFEPOINT_MAX,
            HealthFigure.OTHER_CORES,
            HealthFigure.STEAL_MEAN,
            HealthFigure.RETRANSMITS,
            HealthFigure.EVENTS_PER_READ,
            HealthFigure.TURNAROUND_P99);
  }

  @Test
  void or_anyTwo_theGraver() {
    assertThat(ClientVerdict.CLEAN.or(ClientVerdict.UNKNOWN)).isEqualTo(ClientVerdict.UNKNOWN);
    assertThat(ClientVerdict.LIMITING.or(ClientVerdict.MARGINAL)).isEqualTo(ClientVerdict.LIMITING);
  }

  private static HealthSample second(long ordinal, LagSpread lag, long max) {
    return new HealthSample(
        ordinal,
        lag,
        max,
        HealthSample.Turnaround.NONE,
        HealthSample.Reads.NONE,
        HealthSample.Pauses.UNKNOWN,
        HealthSample.Machine.UNKNOWN,
        0,
        0,
        "");
  }
}
