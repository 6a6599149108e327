package io.tokenstorm.coordinator.compare.show;

import io.tokenstorm.coordinator.compare.model.Comparison;
import io.tokenstorm.coordinator.compare.model.Difference;
import io.tokenstorm.coordinator.compare.model.PhaseComparison;
import java.util.ArrayList;
import java.util.List;

/** A comparison as lines of at most a given width. */
public final class TerminalForm {
  private static final int NAME = 13;
  private static final int VALUE = 9;
  private static final int CHANGE = 10;
  private static final int INTERVAL = 22;

  private final int width;
  private final StringBuilder out = new StringBuilder();

  private TerminalForm(int width) {
    this.width = width;
  }

  /** The whole text. */
  public static String render(Comparison comparison, int width) {
    TerminalForm form = new TerminalForm(Math.max(40, width));
    form.wrapped("A  " + Texts.side(comparison.a()), "   ");
    form.wrapped("B  " + Texts.side(comparison.b()), "   ");
    comparison.phases().forEach(form::phase);
    form.out.append('\n');
    form.wrapped(Texts.summary(comparison) + ".", "");
    comparison.notes().forEach(n -> form.wrapped("! " + n, "  "));
    Texts.rule(comparison).forEach(r -> form.wrapped("- " + r, "  "));
    if (!comparison.gates().isEmpty()) {
      form.out.append('\n');
      comparison.gates().forEach(g -> form.wrapped(Texts.gate(g), "  "));
    }
    return form.out.toString();
  }

  private void phase(PhaseComparison phase) {
    out.append('\n');
    wrapped(phase.phase() + "  (" + Texts.requests(phase) + ")", "  ");
    if (!phase.note().isEmpty()) {
      wrapped("! " + phase.note(), "  ");
    }
    line(List.of("", "A", "B", "change", "interval", ""));
    for (Difference d : phase.brief()) {
      line(
          List.of(
              Texts.figure(d),
              Texts.value(d, d.a()),
              Texts.value(d, d.b()),
              Texts.change(d, d.change()),
              Texts.interval(d),
              d.outcome().label()));
    }
  }

  /** The outcome stands at the end; where the line is too narrow the interval gives way. */
  private void line(List<String> cells) {
    boolean narrow = width < NAME + 2 * VALUE + CHANGE + INTERVAL + 14;
    StringBuilder line = new StringBuilder(padded(cells.get(0), NAME));
    line.append(right(cells.get(1), VALUE)).append(right(cells.get(2), VALUE));
    line.append(right(cells.get(3), CHANGE));
    if (!narrow) {
      line.append(right(cells.get(4), INTERVAL));
    }
    line.append("  ").append(cells.get(5));
    out.append(line.toString().stripTrailing()).append('\n');
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  private static String right(String text, int width) {
    String cut = text.length() >= width ? text.substring(0, width - 2) + "…" : text;
    return " ".repeat(Math.max(0, width - cut.length())) + cut;
  }

  private void wrapped(String text, String indent) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (line.length() > 0 && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line = new StringBuilder(indent).append(word);
      } else {
        line.append(line.length() > 0 ? " " : "").append(word);
      }
    }
    lines.add(line.toString());
    lines.forEach(l -> out.append(l).append('\n'));
  }
}
