package io.tokenstorm.cluster.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.record.LoadStage;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A report's figures once more, from the lines of {@code records.jsonl.gz} by decimal arithmetic,
 * after the definitions of {@code docs/metrics.md}: every step exact, and rounded to a double where
 * the definition says double. No code of the report is used.
 */
public final class ReportOracle {
  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);
  private static final MathContext WIDE = new MathContext(100, RoundingMode.HALF_EVEN);

  private final Evidence run;
  private final List<JsonNode> lines;

  private ReportOracle(Evidence run) throws IOException {
    this.run = run;
    this.lines = run.lines();
  }

  /** Compares every settled phase of the report to the last digit. */
  public static void check(Evidence run) throws IOException {
    ReportOracle oracle = new ReportOracle(run);
    JsonNode phases = run.report().get("phases");
    assertThat(oracle.lines).hasSameSizeAs(run.records());
    assertThat(phases).hasSameSizeAs(run.all(RunEvent.PhaseSettled.class));
    for (JsonNode phase : phases) {
      oracle.phase(phase);
    }
  }

  private void phase(JsonNode report) {
    String name = report.get("phase").asText();
    List<JsonNode> measured =
        lines.stream()
            .filter(l -> l.get("phase").asText().equals(name))
            .filter(l -> l.get("stage").asText().equals("measure"))
            .filter(l -> l.get("epoch").asInt() == report.get("epoch").asInt())
            .toList();
    List<JsonNode> good = with(measured, "completed");
    assertThat(report.get("success").asLong()).isEqualTo(good.size());
    assertThat(report.get("errors").asLong()).isEqualTo(with(measured, "failed").size());
    assertThat(report.get("cut").asLong()).isEqualTo(with(measured, "cut").size());
    assertThat(report.get("requests").asLong())
        .isEqualTo(measured.size() + report.get("lost").asLong());
    latencies(name, report, good);
    whole(name + " input_tokens", report.get("input_tokens"), numbers(good, "input_tokens"));
    whole(name + " output_tokens", report.get("output_tokens"), numbers(good, "output_tokens"));
    if (report.get("throughput_basis").asText().equals("window_opening_to_last_end")) {
      rates(report, measured, good);
    }
  }

  private static List<JsonNode> with(List<JsonNode> lines, String outcome) {
    return lines.stream().filter(l -> l.get("outcome").asText().equals(outcome)).toList();
  }

  private static void latencies(String name, JsonNode report, List<JsonNode> good) {
    times(name, "ttft", report, good, l -> span(l, "sent_nanos", "first_token_nanos"));
    times(name, "ttfo", report, good, l -> span(l, "sent_nanos", "first_answer_nanos"));
    times(name, "e2e", report, good, l -> span(l, "sent_nanos", "last_token_nanos"));
    times(name, "tail", report, good, l -> span(l, "last_token_nanos", "end_nanos"));
    times(name, "turnaround", report, good, l -> span(l, "intended_nanos", "sent_nanos"));
    times(
        name, "response_latency", report, good, l -> span(l, "intended_nanos", "last_token_nanos"));
    times(name, "tpot", report, good, ReportOracle::tpot);
    times(
        name,
        "itl",
        report,
        good,
        l ->
            StreamSupport.stream(l.get("gaps_nanos").spliterator(), false)
                .map(JsonNode::decimalValue)
                .toList());
  }

  private static List<BigDecimal> span(JsonNode line, String from, String to) {
    return line.get(from).isNull() || line.get(to).isNull()
        ? List.of()
        : List.of(line.get(to).decimalValue().subtract(line.get(from).decimalValue()));
  }

  private static List<BigDecimal> tpot(JsonNode line) {
    long n = line.get("output_tokens").asLong();
    if (n < 2 || line.get("events").asLong() < 2) {
      return List.of();
    }
    BigDecimal span = span(line, "first_token_nanos", "last_token_nanos").get(0);
    return List.of(asDouble(span.divide(BigDecimal.valueOf(n - 1), WIDE)));
  }

  private static void times(
      String phase,
      String key,
      JsonNode report,
      List<JsonNode> good,
      Function<JsonNode, List<BigDecimal>> figure) {
    List<List<BigDecimal>> samples = good.stream().map(figure).toList();
    JsonNode found = report.get(key);
    String what = phase + " " + key;
    assertThat(found.get("undefined").asLong())
        .as(what)
        .isEqualTo(samples.stream().filter(List::isEmpty).count());
    compare(what, found, samples.stream().flatMap(List::stream).toList(), NANOS);
  }

  private static void whole(String what, JsonNode found, List<BigDecimal> sample) {
    compare(what, found, sample, BigDecimal.ONE);
  }

  private static List<BigDecimal> numbers(List<JsonNode> lines, String key) {
    return lines.stream().map(l -> l.get(key).decimalValue()).toList();
  }

  private static void compare(
      String what, JsonNode found, List<BigDecimal> sample, BigDecimal unit) {
    List<BigDecimal> sorted = new ArrayList<>(sample);
    sorted.sort(null);
    int n = sorted.size();
    assertThat(found.get("count").asInt()).as(what).isEqualTo(n);
    for (int p : new int[] {50, 90, 95, 99}) {
      same(what + " p" + p, found.get("p" + p), n == 0 ? null : percentile(sorted, p, unit));
    }
    same(what + " min", found.get("min"), n == 0 ? null : per(sorted.get(0), unit));
    same(what + " max", found.get("max"), n == 0 ? null : per(sorted.get(n - 1), unit));
    same(what + " mean", found.get("mean"), n == 0 ? null : mean(sorted, unit));
    same(what + " stddev", found.get("stddev"), n < 2 ? null : deviation(sorted, unit));
  }

  private static void same(String what, JsonNode found, @Nullable Double expected) {
    if (expected == null) {
      assertThat(found.isNull()).as(what).isTrue();
    } else {
      assertThat(found.doubleValue()).as(what).isEqualTo(expected);
    }
  }

  /** rank = p / 100 × (n − 1); between its neighbours by the rest of the rank. */
  private static double percentile(List<BigDecimal> sorted, int p, BigDecimal unit) {
    BigDecimal share = asDouble(new BigDecimal(p).movePointLeft(2));
    BigDecimal rank = asDouble(share.multiply(BigDecimal.valueOf(sorted.size() - 1L)));
    BigDecimal whole = rank.setScale(0, RoundingMode.FLOOR);
    BigDecimal rest = asDouble(rank.subtract(whole));
    BigDecimal low = sorted.get(whole.intValueExact());
    BigDecimal high = sorted.get(Math.min(whole.intValueExact() + 1, sorted.size() - 1));
    BigDecimal step = asDouble(asDouble(high.subtract(low)).multiply(rest));
    return per(asDouble(low.add(step)), unit);
  }

  private static double mean(List<BigDecimal> sample, BigDecimal unit) {
    BigDecimal count = BigDecimal.valueOf(sample.size());
    return sum(sample).divide(count.multiply(unit), WIDE).doubleValue();
  }

  private static double deviation(List<BigDecimal> sample, BigDecimal unit) {
    BigDecimal n = BigDecimal.valueOf(sample.size());
    BigDecimal squares = sum(sample.stream().map(x -> x.multiply(x)).toList());
    BigDecimal spread = n.multiply(squares).subtract(sum(sample).pow(2));
    BigDecimal variance = spread.divide(n.multiply(n.subtract(BigDecimal.ONE)), WIDE);
    return variance.sqrt(WIDE).divide(unit, WIDE).doubleValue();
  }

  private static BigDecimal sum(List<BigDecimal> sample) {
    return sample.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static double per(BigDecimal value, BigDecimal unit) {
    return value.divide(unit, WIDE).doubleValue();
  }

  private static BigDecimal asDouble(BigDecimal exact) {
    return new BigDecimal(exact.doubleValue());
  }

  private void rates(JsonNode report, List<JsonNode> measured, List<JsonNode> good) {
    BigDecimal opens = BigDecimal.valueOf(opening(report.get("epoch").asInt()) - zero());
    BigDecimal end =
        measured.stream()
            .map(l -> l.get("end_nanos").decimalValue())
            .max(BigDecimal::compareTo)
            .orElseThrow();
    double elapsed = per(end.subtract(opens), NANOS);
    same("elapsed", report.get("elapsed"), elapsed);
    same("start", report.get("start_offset_seconds"), per(opens, NANOS));
    same("end", report.get("end_offset_seconds"), per(end, NANOS));
    BigDecimal seconds = new BigDecimal(elapsed);
    BigDecimal tokens = sum(numbers(good, "output_tokens"));
    same("tokens/s", report.get("output_tokens_per_second"), per(tokens, seconds));
    BigDecimal requests = BigDecimal.valueOf(good.size());
    same("requests/s", report.get("request_rate"), per(requests, seconds));
  }

  private long opening(int epoch) {
    return run.all(RunEvent.StageOpened.class).stream()
        .filter(o -> o.stage() == LoadStage.MEASURE && o.epoch() == epoch)
        .findFirst()
        .orElseThrow()
        .opensAtNanos();
  }

  /** The opening of the run's first measured window: the zero of all lines. */
  private long zero() {
    return run.all(RunEvent.StageOpened.class).stream()
        .filter(o -> o.stage() == LoadStage.MEASURE)
        .findFirst()
        .orElseThrow()
        .opensAtNanos();
  }
}
