package io.tokenstorm.coordinator.compare.show;

import io.tokenstorm.coordinator.compare.model.Comparison;
import io.tokenstorm.coordinator.compare.model.Difference;
import io.tokenstorm.coordinator.compare.model.GateResult;
import io.tokenstorm.coordinator.compare.model.Outcome;
import io.tokenstorm.coordinator.compare.model.PhaseComparison;
import java.util.Locale;

/** A comparison as Markdown, for a pull request or a wiki. Data is escaped. */
public final class MarkdownForm {
  private MarkdownForm() {}

  /** The whole text. */
  public static String render(Comparison comparison) {
    StringBuilder out = new StringBuilder("# Comparison\n\n");
    out.append("- A: ").append(escaped(Texts.side(comparison.a()))).append('\n');
    out.append("- B: ").append(escaped(Texts.side(comparison.b()))).append("\n\n");
    out.append("**").append(Texts.summary(comparison)).append(".**\n");
    if (!comparison.gates().isEmpty()) {
      out.append("\n| gate | phase | | |\n|---|---|---|---|\n");
      for (GateResult gate : comparison.gates()) {
        row(
            out,
            gate.gate(),
            gate.phase(),
            gate.state().name().toLowerCase(Locale.ROOT),
            gate.text());
      }
    }
    comparison.phases().forEach(p -> phase(out, p));
    out.append("\n## How to read this\n\n");
    comparison.notes().forEach(n -> out.append("- ").append(escaped(n)).append('\n'));
    Texts.rule(comparison).forEach(r -> out.append("- ").append(escaped(r)).append('\n'));
    return out.toString();
  }

  private static void phase(StringBuilder out, PhaseComparison phase) {
    out.append("\n## ").append(escaped(phase.phase())).append("\n\n");
    out.append(Texts.requests(phase)).append(". ").append(escaped(phase.note())).append("\n\n");
    out.append("| figure | A | B | change | interval | noise | |\n");
    out.append("|---|--:|--:|--:|--:|--:|---|\n");
    for (Difference d : phase.brief()) {
      row(
          out,
          Texts.figure(d),
          Texts.value(d, d.a()),
          Texts.value(d, d.b()),
          Texts.change(d, d.change()),
          Texts.interval(d),
          Texts.noise(d),
          d.outcome() == Outcome.WORSE ? "**worse**" : d.outcome().label());
    }
  }

  private static void row(StringBuilder out, String... cells) {
    for (String cell : cells) {
      out.append("| ").append(cell.startsWith("**") ? cell : escaped(cell)).append(' ');
    }
    out.append("|\n");
  }

  private static String escaped(String text) {
    return text.replaceAll("([\\\\`*_\\[\\]<>|#])", "\\\\$1").replaceAll("\\s", " ");
  }
}
