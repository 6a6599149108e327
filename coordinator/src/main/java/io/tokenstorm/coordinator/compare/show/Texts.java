package io.tokenstorm.coordinator.compare.show;

import io.tokenstorm.coordinator.compare.model.Comparison;
import io.tokenstorm.coordinator.compare.model.Difference;
import io.tokenstorm.coordinator.compare.model.GateResult;
import io.tokenstorm.coordinator.compare.model.Outcome;
import io.tokenstorm.coordinator.compare.model.PhaseComparison;
import io.tokenstorm.coordinator.compare.model.Rule;
import io.tokenstorm.coordinator.page.markup.Numbers;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The words that all forms of a comparison share. */
final class Texts {
  private Texts() {}

  /** Name and unit of a figure. */
  static String figure(Difference d) {
    String name = d.figure().name();
    return switch (name) {
      case "output_tokens_per_second" -> "tok/s";
      case "request_rate" -> "req/s";
      case "error_share" -> "errors %";
      default -> name + " " + d.figure().unit();
    };
  }

  static String value(Difference d, @Nullable Double value) {
    return value == null ? Numbers.UNDEFINED : Numbers.digits(d.figure().shown(value));
  }

  /** A change with its sign. */
  static String change(Difference d, @Nullable Double change) {
    return change == null ? Numbers.UNDEFINED : signed(change) + unit(d);
  }

  /** Both ends of the interval, or why there is none. */
  static String interval(Difference d) {
    Double low = d.low();
    Double high = d.high();
    return low == null || high == null ? d.why() : signed(low) + " … " + signed(high) + unit(d);
  }

  static String noise(Difference d) {
    Double noise = d.noise();
    return noise == null ? Numbers.UNDEFINED : "± " + decimals(noise) + unit(d);
  }

  private static String unit(Difference d) {
    return d.figure().absolute() ? " pp" : " %";
  }

  private static String signed(double part) {
    String text = decimals(part);
    return text.startsWith("-") || text.matches("0(\\.0+)?") ? text : "+" + text;
  }

  private static String decimals(double part) {
    double percent = part * 100;
    int decimals = Math.abs(percent) >= 100 ? 0 : Math.abs(percent) >= 10 ? 1 : 2;
    BigDecimal rounded = new BigDecimal(percent).setScale(decimals, RoundingMode.HALF_EVEN);
    return rounded.signum() == 0
        ? "0"
        : String.format(Locale.ROOT, "%,." + decimals + "f", rounded);
  }

  static String signedPercent(double part) {
    return signed(part) + " %";
  }

  /** How many gates went which way. */
  static String gates(Comparison c) {
    return Stream.of(GateResult.State.values())
            .map(s -> c.gates().stream().filter(g -> g.state() == s).count() + " " + lower(s))
            .filter(text -> !text.startsWith("0 "))
            .collect(Collectors.joining(", "))
        + (c.gates().size() == 1 ? ", of 1 gate" : ", of " + c.gates().size() + " gates");
  }

  private static String lower(GateResult.State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  static String percent(double part) {
    return Numbers.tick(part * 100) + " %";
  }

  static String side(Comparison.SideInfo side) {
    return side.plan()
        + ", "
        + side.model()
        + ": "
        + side.runs().stream()
            .map(r -> r.run() + " (" + r.verdict() + ")")
            .collect(Collectors.joining(", "));
  }

  static String requests(PhaseComparison phase) {
    return "A "
        + Numbers.whole(phase.requestsA())
        + ", B "
        + Numbers.whole(phase.requestsB())
        + " requests";
  }

  /** One line that says what came out. */
  static String summary(Comparison c) {
    return c.count(Outcome.WORSE)
        + " worse, "
        + c.count(Outcome.BETTER)
        + " better, "
        + c.count(Outcome.SAME)
        + " same, "
        + c.count(Outcome.CANNOT_TELL)
        + " cannot tell, of "
        + c.phases().stream().mapToLong(p -> p.brief().size()).sum()
        + " figures in "
        + c.phases().size()
        + (c.phases().size() == 1 ? " phase" : " phases");
  }

  /** The rule, as sentences. */
  static List<String> rule(Comparison c) {
    Rule rule = c.rule();
    String chance = Numbers.fixed(rule.falseWorse() * c.judged(), 1);
    return List.of(
        "Same: the whole "
            + percent(rule.confidence())
            + " interval of the change lies within ± "
            + percent(rule.margin())
            + " (errors: ± 0.5 pp). Worse, better: all of it lies on one side of no change. Else:"
            + " cannot tell.",
        "A figure that did not change is called worse in at most "
            + percent(rule.falseWorse())
            + " of comparisons, so of "
            + c.judged()
            + " intervals here "
            + chance
            + " by chance.",
        "Percentile bootstrap of "
            + rule.resamples()
            + " resamples of blocks of consecutive requests, seed "
            + rule.seed()
            + (c.betweenRuns()
                ? "; runs are drawn first, and the arms are × "
                    + Numbers.digits(c.widening())
                    + " for the few runs."
                : "."));
  }

  static String gate(GateResult gate) {
    return gate.state() + " " + gate.gate() + " in " + gate.phase() + ": " + gate.text();
  }
}
