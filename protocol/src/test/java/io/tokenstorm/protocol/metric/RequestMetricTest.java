package io.tokenstorm.protocol.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RequestMetricTest {
  private static final long NONE = Instants.NONE;

  private static RequestRecord record(Instants instants, Gaps gaps, Outcome outcome, int tokens) {
    int events = instants.firstTokenNanos() == NONE ? 0 : gaps.size() + 1;
    return new RequestRecord(
        new RequestKey(0, 0, LoadStage.MEASURE, 0, 0),
        "",
        instants,
        gaps,
        outcome,
        new TokenCounts(tokens, TokenSource.USAGE, 10, TokenSource.USAGE, 10, events),
        "length",
        0);
  }

  private static Map<RequestMetric, Double> all(RequestRecord record) {
    Map<RequestMetric, Double> values = new EnumMap<>(RequestMetric.class);
    for (RequestMetric metric : RequestMetric.values()) {
      values.put(metric, metric.nanosOf(record));
    }
    return values;
  }

  @Test
  void metrics_streamedAnswer_areByDefinition() {
    RequestRecord record =
        record(
            new Instants(1_000, 50, 7, 10, 80, 100, 160, 400, 450),
            Gaps.of(60, 240),
            Outcome.COMPLETED,
            4);
    assertThat(all(record))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                RequestMetric.TTFT, 100.0,
                RequestMetric.TTFO, 160.0,
                RequestMetric.E2E, 400.0,
                RequestMetric.TPOT, 100.0,
                RequestMetric.TAIL, 50.0,
                RequestMetric.TURNAROUND, 50.0,
                RequestMetric.RESPONSE_LATENCY, 450.0));
  }

  @Test
  void metrics_noOutput_areUndefinedAndNeverZero() {
    RequestRecord record =
        record(
            new Instants(1_000, 50, NONE, 10, 80, NONE, NONE, NONE, 450),
            Gaps.NONE,
            Outcome.COMPLETED,
            0);
    for (RequestMetric metric : RequestMetric.values()) {
      if (metric != RequestMetric.TURNAROUND) {
        assertThat(metric.nanosOf(record)).as("%s", metric).isNaN();
      }
    }
    assertThat(RequestMetric.TURNAROUND.nanosOf(record)).isEqualTo(50);
  }

  @Test
  void metrics_bodyThatWasNotStreamed_haveE2eOnly() {
    RequestRecord record =
        record(
            new Instants(1_000, 0, NONE, 10, 80, NONE, NONE, 300, 310),
            Gaps.NONE,
            Outcome.COMPLETED,
            256);
    assertThat(RequestMetric.E2E.nanosOf(record)).isEqualTo(300);
    assertThat(RequestMetric.TTFT.nanosOf(record)).isNaN();
    assertThat(RequestMetric.TPOT.nanosOf(record)).isNaN();
  }

  @Test
  void tpot_oneTokenOrOneChunk_isUndefined() {
    Instants one = new Instants(0, 0, NONE, 1, 2, 100, 100, 100, 110);
    assertThat(RequestMetric.TPOT.nanosOf(record(one, Gaps.NONE, Outcome.COMPLETED, 1))).isNaN();
    assertThat(RequestMetric.TPOT.nanosOf(record(one, Gaps.NONE, Outcome.COMPLETED, 5))).isNaN();
    Instants two = new Instants(0, 0, NONE, 1, 2, 100, 100, 140, 150);
    assertThat(RequestMetric.TPOT.nanosOf(record(two, Gaps.of(40), Outcome.COMPLETED, 1))).isNaN();
    assertThat(RequestMetric.TPOT.nanosOf(record(two, Gaps.of(40), Outcome.COMPLETED, 3)))
        .isEqualTo(20);
  }

  @Test
  void tail_failedRequest_isUndefined() {
    Instants t = new Instants(0, 0, NONE, 1, 2, 100, 100, 140, 150);
    Outcome failed = new Outcome.Failed(ErrorKind.RESET, 200, "");
    assertThat(RequestMetric.TAIL.nanosOf(record(t, Gaps.of(40), failed, 2))).isNaN();
    assertThat(RequestMetric.TAIL.nanosOf(record(t, Gaps.of(40), Outcome.CUT, 2))).isNaN();
  }

  @Property
  void metrics_anyStream_e2eIsTtftPlusGapsAndTpotTimesTokens(
      @ForAll @LongRange(min = 0, max = 1L << 40) long first,
      @ForAll @Size(min = 1, max = 300) List<@LongRange(min = 0, max = 1L << 32) Long> list) {
    long[] gaps = list.stream().mapToLong(Long::longValue).toArray();
    long sum = LongStream.of(gaps).sum();
    int tokens = gaps.length + 2;
    RequestRecord record =
        record(
            new Instants(9, 0, NONE, 0, 0, first, NONE, first + sum, first + sum),
            Gaps.of(gaps),
            Outcome.COMPLETED,
            tokens);
    double ttft = RequestMetric.TTFT.nanosOf(record);
    double e2e = RequestMetric.E2E.nanosOf(record);
    assertThat(e2e - ttft).isEqualTo((double) sum);
    assertThat(RequestMetric.TPOT.nanosOf(record) * (tokens - 1))
        .isCloseTo((double) sum, within(1e-9 + 1e-15 * sum * tokens));
  }
}
