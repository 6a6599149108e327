package io.tokenstorm.protocol.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.live.LatencySketch;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.wire.LiveSketch;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LoadTotalsTest {
  private final LoadTotals totals = new LoadTotals();

  /** A sketch whose success, tokens and histogram hold {@code n}. */
  private static LiveSketch sketch(String run, int epoch, String worker, LoadStage stage, int n) {
    Histogram micros = LatencySketch.newHistogram();
    for (int i = 0; i < n; i++) {
      LatencySketch.count(micros, 1e6);
    }
    LatencySketch times = LatencySketch.of(micros);
    return new LiveSketch(
        worker,
        1,
        run,
        epoch,
        0,
        stage,
        n + 1,
        n,
        Map.of("reset", 1L),
        4L * n,
        4L * n,
        times,
        times,
        times,
        times);
  }

  private static LiveSketch measured(int epoch, String worker, int n) {
    return sketch("r", epoch, worker, LoadStage.MEASURE, n);
  }

  private long success() {
    return totals.totals().get(LoadStage.MEASURE).success();
  }

  @Test
  void totals_beforeAnySketch_areNone() {
    assertThat(totals.totals()).isEmpty();
  }

  @Test
  void totals_ofOneWindow_areItsLatestSketches() {
    totals.observe(List.of(measured(1, "a", 3), measured(1, "b", 5)));
    totals.observe(List.of(measured(1, "a", 7)));
    totals.observe(List.of(measured(1, "a", 6)));

    MergedWindow all = totals.totals().get(LoadStage.MEASURE);
    assertThat(all.success()).isEqualTo(12);
    assertThat(all.sent()).isEqualTo(14);
    assertThat(all.errors()).isEqualTo(Map.of("reset", 2L));
    assertThat(all.ttft().getTotalCount()).isEqualTo(12);
  }

  @Test
  void totals_nextWindow_goOnFromTheLast() {
    totals.observe(List.of(measured(1, "a", 3)));
    totals.observe(List.of(measured(2, "a", 1)));
    assertThat(success()).isEqualTo(4);

    totals.observe(List.of(measured(1, "a", 5)));
    assertThat(success()).as("the last one of the arming before").isEqualTo(6);

    totals.observe(List.of(sketch("next", 1, "a", LoadStage.MEASURE, 2)));
    assertThat(success()).as("another run").isEqualTo(8);

    totals.observe(List.of(sketch("next", 4, "a", LoadStage.MEASURE, 1)));
    totals.observe(List.of(sketch("next", 3, "a", LoadStage.MEASURE, 99)));
    assertThat(success()).as("an arming that is over").isEqualTo(9);
  }

  @Test
  void totals_stages_areCountedApart() {
    totals.observe(
        List.of(
            sketch("r", 1, "a", LoadStage.WARMUP, 2), sketch("r", 1, "a", LoadStage.MEASURE, 3)));

    assertThat(totals.totals().get(LoadStage.WARMUP).success()).isEqualTo(2);
    assertThat(success()).isEqualTo(3);
  }

  @Test
  void totals_changedByTheReader_areNotOurs() {
    totals.observe(List.of(measured(1, "a", 3)));
    totals.observe(List.of(measured(2, "a", 1)));
    totals.totals().get(LoadStage.MEASURE).add(measured(2, "x", 50));

    assertThat(success()).isEqualTo(4);
  }

  /** Workers come and go, sketches are lost, repeated and late: Prometheus sees no reset. */
  @Property(tries = 60)
  void totals_whateverComes_neverFall(@ForAll long seed) {
    Random random = new Random(seed);
    int epoch = 1;
    long before = 0;
    for (int i = 0; i < 40; i++) {
      epoch += random.nextInt(6) == 0 ? 1 : 0;
      int of = Math.max(1, epoch - random.nextInt(2));
      totals.observe(List.of(measured(of, "w" + random.nextInt(3), random.nextInt(20))));
      long now = totals.totals().isEmpty() ? 0 : success();
      assertThat(now).isGreaterThanOrEqualTo(before);
      before = now;
    }
  }
}
