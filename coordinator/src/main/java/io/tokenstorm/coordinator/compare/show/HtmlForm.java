package io.tokenstorm.coordinator.compare.show;

import io.tokenstorm.coordinator.compare.model.Comparison;
import io.tokenstorm.coordinator.compare.model.Difference;
import io.tokenstorm.coordinator.compare.model.GateResult;
import io.tokenstorm.coordinator.compare.model.PhaseComparison;
import io.tokenstorm.coordinator.page.ReportPage;
import io.tokenstorm.coordinator.page.markup.Markup;
import java.util.Locale;

/** A comparison as one self-contained page, like a run's {@code report.html}. */
public final class HtmlForm {
  private HtmlForm() {}

  /** The whole page. */
  public static String render(Comparison comparison) {
    Markup page = new Markup();
    page.open("html", "lang", "en");
    ReportPage.head(page, "Tokenstorm comparison");
    page.open("body");
    header(page, comparison);
    page.open("main");
    gates(page, comparison);
    page.open("div", "class", "pairs");
    comparison.phases().forEach(p -> phase(page, p));
    page.close().close();
    footer(page, comparison);
    page.close().close();
    return page.document();
  }

  private static void header(Markup page, Comparison comparison) {
    page.open("header").element("p", "Tokenstorm comparison", "class", "eyebrow");
    page.element("h1", "B against A");
    page.open("dl", "class", "facts");
    page.open("div").element("dt", "A").element("dd", Texts.side(comparison.a())).close();
    page.open("div").element("dt", "B").element("dd", Texts.side(comparison.b())).close();
    page.close();
    verdict(page, comparison);
    page.open("ul", "class", "findings");
    for (String note : comparison.notes()) {
      page.open("li", "class", "warning").element("span", "note", "class", "tag");
      page.element("p", note).close();
    }
    page.close().close();
  }

  /** How the gates went, if there are some, and what came out of all figures. */
  private static void verdict(Markup page, Comparison comparison) {
    String summary = Texts.summary(comparison) + ".";
    if (comparison.gates().isEmpty()) {
      page.element("p", summary);
      return;
    }
    boolean failed = comparison.any(GateResult.State.FAILED);
    boolean undecided = comparison.any(GateResult.State.UNDECIDED);
    page.open("div", "class", "verdict " + (failed ? "invalid" : undecided ? "degraded" : "valid"));
    page.element("strong", failed ? "FAILED" : undecided ? "UNDECIDED" : "PASSED");
    page.element("p", Texts.gates(comparison) + ". " + summary).close();
  }

  private static void gates(Markup page, Comparison comparison) {
    if (comparison.gates().isEmpty()) {
      return;
    }
    page.open("section").element("h2", "Gates");
    page.open("ul", "class", "findings gates");
    for (GateResult gate : comparison.gates()) {
      String state = gate.state().name().toLowerCase(Locale.ROOT);
      page.line().open("li", "class", state).element("span", state, "class", "tag");
      page.open("p").element("strong", gate.gate()).text(" in " + gate.phase() + ": ");
      page.text(gate.text()).close().close();
    }
    page.close().close();
  }

  private static void phase(Markup page, PhaseComparison phase) {
    page.line().open("section").element("h2", phase.phase());
    page.element("p", Texts.requests(phase) + ". " + phase.note(), "class", "basis");
    page.open(
        "div", "class", "scroll", "role", "group", "aria-label", phase.phase(), "tabindex", "0");
    page.open("table", "class", "compare").open("thead").open("tr");
    page.element("th", "figure", "scope", "col");
    page.element("th", "outcome", "scope", "col", "class", "w");
    for (String head : new String[] {"A", "B", "change"}) {
      page.element("th", head, "scope", "col");
    }
    double reach = IntervalBar.reach(phase);
    IntervalBar.scale(page.open("th", "scope", "col", "class", "w"), reach);
    page.close();
    page.element("th", "interval", "scope", "col").element("th", "noise", "scope", "col");
    page.close().close().open("tbody");
    phase.brief().forEach(d -> row(page, d, reach));
    page.close().close().close().close();
  }

  private static void row(Markup page, Difference d, double reach) {
    page.line().open("tr").element("th", Texts.figure(d), "scope", "row");
    String css = d.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-');
    page.element("td", d.outcome().label(), "class", "w " + css);
    page.element("td", Texts.value(d, d.a()));
    page.element("td", Texts.value(d, d.b()));
    page.element("td", Texts.change(d, d.change()));
    page.open("td", "class", "w");
    IntervalBar.writeTo(page, d, reach);
    page.close();
    page.element("td", Texts.interval(d)).element("td", Texts.noise(d)).close();
  }

  private static void footer(Markup page, Comparison comparison) {
    page.open("footer").element("h2", "How to read this");
    Texts.rule(comparison).forEach(r -> page.element("p", r));
    page.element(
        "p",
        "The bars show the interval of each change against no change (the upright line), all of a"
            + " phase to the scale above them; an arrow is where an interval goes on beyond it. Errors"
            + " have none.",
        "class",
        "basis");
    page.close();
  }
}
