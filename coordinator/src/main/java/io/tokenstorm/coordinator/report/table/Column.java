package io.tokenstorm.coordinator.report.table;

import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.stats.Figure;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One column of the table.
 *
 * @param group stands above neighbouring columns that share it; empty for none
 * @param narrow whether it is shown on a narrow terminal too
 * @param cell its text for a phase
 */
record Column(String group, String title, boolean narrow, Function<PhaseReport, String> cell) {
  /** Marks a percentile that rests on too few requests. */
  static final String THIN = "~";

  private static final String UNDEFINED = "-";

  static final List<Column> ALL =
      List.of(
          new Column("", "phase", true, p -> p.measured().phase()),
          new Column("", "conc", true, p -> whole(p.measured().concurrency())),
          new Column("", "requests", true, p -> whole(p.measured().requests())),
          new Column("", "errors", true, p -> whole(p.measured().errors())),
          new Column("", "tok/s", true, p -> rate(p.measured().outputTokensPerSecond())),
          new Column("", "req/s", false, p -> rate(p.measured().requestRate())),
          new Column("TTFT ms", "p50", true, p -> p50(p.measured().ttft(), 1e3)),
          new Column("TTFT ms", "p99", true, p -> p99(p.measured().ttft(), 1e3)),
          new Column("TPOT ms", "p50", true, p -> p50(p.measured().tpot(), 1e3)),
          new Column("TPOT ms", "p99", false, p -> p99(p.measured().tpot(), 1e3)),
          new Column("E2E s", "p50", true, p -> p50(p.measured().e2e(), 1)),
          new Column("E2E s", "p99", false, p -> p99(p.measured().e2e(), 1)));

  private static String whole(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }

  private static String rate(@Nullable Double value) {
    return value == null ? UNDEFINED : digits(value);
  }

  private static String p50(Figure figure, double unit) {
    Double value = figure.p50();
    return value == null ? UNDEFINED : digits(value * unit);
  }

  private static String p99(Figure figure, double unit) {
    Double value = figure.p99();
    if (value == null) {
      return UNDEFINED;
    }
    return digits(value * unit) + (figure.thin().contains("p99") ? THIN : "");
  }

  private static String digits(double value) {
    String format = value >= 1000 ? "%,.0f" : value >= 100 ? "%.1f" : value >= 10 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, format, value);
  }
}
