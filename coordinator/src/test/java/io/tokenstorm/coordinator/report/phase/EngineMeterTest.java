package io.tokenstorm.coordinator.report.phase;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.report.model.EngineReport;
import io.tokenstorm.coordinator.results.RunEvent.ReplicaReading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A window from second 10 to second 20; its last request ends at second 21. */
class EngineMeterTest {
  private static final long SECOND = 1_000_000_000L;

  private final List<ReplicaReading> readings = new ArrayList<>();

  private EngineReport measured() {
    return EngineMeter.measure(TenSeconds.FACTS, 21 * SECOND, readings);
  }

  /** A reading asked at that second and answered a tenth later. */
  private void told(double second, double tokens, Map<String, Double> more) {
    long asked = (long) (second * SECOND);
    Map<String, Double> figures = new HashMap<>(more);
    figures.put("generation_tokens", tokens);
    readings.add(new ReplicaReading("r1", asked, asked + SECOND / 10, "vllm", figures, ""));
  }

  private void failed(double second, String error) {
    long asked = (long) (second * SECOND);
    readings.add(new ReplicaReading("r1", asked, asked + SECOND / 10, "", Map.of(), error));
  }

  @Test
  void measure_counters_riseFromTheLastReadingBeforeToTheFirstAfter() {
    told(8, 100, Map.of());
    told(9.5, 140, Map.of("preemptions", 1.0));
    told(9.95, 999, Map.of());
    told(15, 999, Map.of("preemptions", 4.0));
    told(20.5, 1_500, Map.of());
    told(21.5, 2_040, Map.of("preemptions", 4.0));
    told(23, 9_999, Map.of());
    readings.remove(2);

    EngineReport report = measured();

    assertThat(report.generationTokens()).isEqualTo(1_900);
    assertThat(report.preemptions()).isEqualTo(3);
    assertThat(report.fromOffsetSeconds()).isEqualTo(-0.45);
    assertThat(report.toOffsetSeconds()).isEqualTo(11.55);
    assertThat(report.resets()).isZero();
    assertThat(report.failures()).isZero();
    assertThat(report.promptTokens()).isNull();
  }

  @Test
  void measure_readingAnsweredAfterTheOpening_isNoBeginning() {
    told(9.95, 100, Map.of());
    told(22, 200, Map.of());

    EngineReport report = measured();

    assertThat(report.generationTokens()).isNull();
    assertThat(report.fromOffsetSeconds()).isNull();
    assertThat(report.toOffsetSeconds()).isNull();
    assertThat(report.engine()).isEqualTo("vllm");
  }

  @Test
  void measure_engineRestarted_countsAllOfItsCountersFromZero() {
    told(9, 1_000, Map.of("prompt_tokens", 50.0));
    told(12, 1_300, Map.of("prompt_tokens", 60.0));
    failed(14, "refused");
    told(16, 200, Map.of("prompt_tokens", 70.0));
    told(22, 250, Map.of("prompt_tokens", 90.0));

    EngineReport report = measured();

    assertThat(report.generationTokens()).isEqualTo(300 + 200 + 50);
    assertThat(report.promptTokens()).isEqualTo(10 + 70 + 20);
    assertThat(report.resets()).isEqualTo(1);
    assertThat(report.failures()).isEqualTo(1);
    assertThat(report.failure()).isEqualTo("refused");
  }

  @Test
  void measure_gauges_areOverTheReadingsInsideTheWindow() {
    told(9, 1, Map.of("running", 64.0, "kv_usage", 1.0));
    told(11, 1, Map.of("running", 2.0, "kv_usage", 0.25));
    told(12, 1, Map.of("running", 6.0));
    told(20.5, 1, Map.of("running", 99.0));
    told(22, 1, Map.of());

    EngineReport report = measured();

    assertThat(report.readings()).isEqualTo(2);
    assertThat(report.running()).isEqualTo(new EngineReport.Gauge(4, 6));
    assertThat(report.kvUsage()).isEqualTo(new EngineReport.Gauge(0.25, 0.25));
    assertThat(report.waiting()).isNull();
  }

  @Test
  void measure_prefixHits_areAShareOfWhatWasLookedUpInBetween() {
    told(9, 1, Map.of("prefix_queries", 1_000.0, "prefix_hits", 0.0));
    told(22, 1, Map.of("prefix_queries", 1_400.0, "prefix_hits", 300.0));

    assertThat(measured().prefixHitRate()).isEqualTo(0.75);
  }

  @Test
  void measure_failuresOutsideTheWindowAndItsDrain_doNotCount() {
    failed(5, "before");
    told(9, 1, Map.of());
    failed(20.9, "in the drain");
    told(22, 1, Map.of());
    failed(23, "after");

    EngineReport report = measured();

    assertThat(report.failures()).isEqualTo(1);
    assertThat(report.failure()).isEqualTo("in the drain");
  }

  @Test
  void measure_nothingRead_isEmptyAndNeverZero() {
    EngineReport report = measured();

    assertThat(report.engine()).isEmpty();
    assertThat(report.generationTokens()).isNull();
    assertThat(report.running()).isNull();
  }
}
