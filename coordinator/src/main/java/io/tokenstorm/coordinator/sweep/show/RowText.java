package io.tokenstorm.coordinator.sweep.show;

import io.tokenstorm.coordinator.page.markup.Numbers;
import io.tokenstorm.coordinator.sweep.model.RowMetrics;
import io.tokenstorm.coordinator.sweep.model.Scenario;
import io.tokenstorm.coordinator.sweep.model.SweepReport.Column;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The parts of a row and of a column in words. */
final class RowText {
  private RowText() {}

  static String ttft(Scenario row) {
    RowMetrics metrics = row.metrics();
    return Numbers.digits(metrics == null ? null : metrics.ttftMs().mean());
  }

  static String e2e(Scenario row) {
    RowMetrics metrics = row.metrics();
    return Numbers.digits(metrics == null ? null : metrics.e2eMs().mean());
  }

  static String inputRate(Scenario row) {
    RowMetrics metrics = row.metrics();
    return Numbers.digits(metrics == null ? null : metrics.inputTokenThroughput());
  }

  /** How long the server took to start, the longest if it was started several times. */
  static String start(Scenario row) {
    List<Double> starts = row.startS();
    return Numbers.digits(starts.isEmpty() ? null : starts.stream().max(Double::compare).get());
  }

  /** Spread of TTFT over repeats as ± half of its range, percent of the mean. */
  static String spread(Scenario row) {
    Scenario.Spread spread = row.spread();
    if (spread == null) {
      return Numbers.UNDEFINED;
    }
    double middle = (spread.ttftMs().max() + spread.ttftMs().min()) / 2;
    double half = (spread.ttftMs().max() - spread.ttftMs().min()) / 2;
    return "± " + Numbers.percent(middle == 0 ? null : Double.valueOf(half / middle));
  }

  /** How its prompts got their length; empty if nothing was asked. */
  static String promptLength(Scenario row) {
    Scenario.PromptLength length = row.promptLength();
    if (length == null) {
      return "";
    }
    String remark = length.remark().isEmpty() ? "" : " (" + length.remark() + ")";
    return "prompts by " + length.way() + (length.exact() ? ", exact" : ", not exact") + remark;
  }

  /** How its prompts were kept out of caches; empty if that is not known. */
  static String coldCache(Scenario row) {
    String how = row.coldCache();
    return how == null ? "" : "cold cache: " + how;
  }

  static String result(Scenario row) {
    String error = row.error();
    return error == null ? "ok" : error;
  }

  /** In few words: the recognised cause where there is one. */
  static String shortResult(Scenario row) {
    Scenario.Failure failure = row.failure();
    if (failure == null) {
      return row.success() ? measured(row.promptLength()) : result(row);
    }
    if (failure.cause() == null) {
      return result(row);
    }
    return (failure.stage().equals("request") ? "no answer: " : "no start: ") + failure.cause();
  }

  /** A figure of another length than the row's is not to be taken for the row's. */
  static String measured(Scenario.@Nullable PromptLength length) {
    if (length == null || length.exact()) {
      return "ok";
    }
    Integer counted = length.counted();
    return counted == null
        ? "ok, but the length is not confirmed"
        : "ok, but of " + Numbers.whole(counted) + " tokens";
  }

  /** The first line of a text that may be long. */
  static String first(@Nullable String text, int most) {
    String line = text == null ? "" : text.lines().findFirst().orElse("");
    return line.length() > most ? line.substring(0, Math.max(1, most - 1)) + "…" : line;
  }

  /** Where the edge of a column lies, and how its TTFT grows. */
  static String edge(Column column) {
    Integer longest = column.longestSuccess();
    Integer failed = column.shortestFailure();
    if (longest == null) {
      return failed == null ? "no result yet" : "no length worked";
    }
    String up = "longest context that worked: " + Numbers.whole(longest) + " tokens";
    return failed == null
        ? up + "; nothing longer was tried"
        : up + "; " + Numbers.whole(failed) + " did not: " + why(column);
  }

  private static String why(Column column) {
    String cause = column.edgeCause();
    Long limit = column.edgeLimitTokens();
    String most =
        limit == null ? "" : " (it could be started for " + Numbers.whole(limit) + ", it says)";
    return cause == null ? first(column.edge(), 200) : cause + most;
  }

  static String growth(Column column) {
    var fit = column.fit();
    if (fit == null) {
      return "too few lengths for a fit";
    }
    return String.format(
        Locale.ROOT,
        "TTFT goes with length^%.2f over %d lengths (R² %.3f); %s",
        fit.exponent(),
        fit.lengths(),
        fit.rSquared(),
        fit.reading());
  }
}
