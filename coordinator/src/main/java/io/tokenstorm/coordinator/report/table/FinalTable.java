package io.tokenstorm.coordinator.report.table;

import io.tokenstorm.coordinator.health.ErrorBounds;
import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.report.model.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The result of a run as text: one line a phase, then the verdict and the findings. No line of the
 * table is longer than the width asked for, if that is at least {@value #NARROW}; sentences keep to
 * narrower widths too.
 */
public final class FinalTable {
  /** The least width: fewer columns are shown below {@value #WIDE}. */
  public static final int NARROW = 80;

  /** From this width on all columns are shown. */
  public static final int WIDE = 120;

  /** The least width of the sentences below the table. */
  private static final int NARROWEST_TEXT = 40;

  private static final String GAP = "  ";
  private static final int SHORTEST_NAME = 8;

  private final Report report;
  private final int width;
  private final int textWidth;
  private final List<Column> columns;

  private FinalTable(Report report, int width) {
    this.report = report;
    this.width = Math.max(NARROW, width);
    this.textWidth = Math.max(NARROWEST_TEXT, width);
    this.columns = Column.ALL.stream().filter(c -> width >= WIDE || c.narrow()).toList();
  }

  /** The whole text, ending in a line feed. */
  public static String render(Report report, int width) {
    FinalTable table = new FinalTable(report, width);
    List<String> lines = new ArrayList<>();
    if (!report.phases().isEmpty()) {
      table.rows(lines);
      lines.add("");
    }
    table.verdict(lines);
    return String.join("\n", lines) + "\n";
  }

  private void rows(List<String> lines) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(columns.stream().map(Column::title).toList());
    for (PhaseReport phase : report.phases()) {
      cells.add(columns.stream().map(c -> c.cell().apply(phase)).toList());
    }
    int[] widths = widths(cells);
    lines.add(groups(widths));
    cells.forEach(row -> lines.add(line(row, widths)));
    boolean thin = cells.stream().flatMap(List::stream).anyMatch(c -> c.endsWith(Column.THIN));
    if (thin) {
      lines.add(Column.THIN + " fewer than 100 requests");
    }
  }

  /** As wide as the widest cell; the names give way if the line would be too long. */
  private int[] widths(List<List<String>> cells) {
    int[] widths = new int[columns.size()];
    int sum = GAP.length() * (columns.size() - 1);
    for (int i = 0; i < widths.length; i++) {
      for (List<String> row : cells) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
      sum += widths[i];
    }
    if (sum > width) {
      widths[0] = Math.max(SHORTEST_NAME, widths[0] - (sum - width));
    }
    return widths;
  }

  /** A group's name stands over the right end of its columns. */
  private String groups(int[] widths) {
    StringBuilder line = new StringBuilder();
    int end = -GAP.length();
    for (int i = 0; i < widths.length; i++) {
      end += GAP.length() + widths[i];
      String group = columns.get(i).group();
      boolean last = i + 1 == widths.length || !columns.get(i + 1).group().equals(group);
      if (!group.isEmpty() && last) {
        line.append(" ".repeat(Math.max(1, end - group.length() - line.length()))).append(group);
      }
    }
    return line.toString();
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = row.get(i);
      if (i == 0) {
        String name = cell.length() > widths[0] ? cell.substring(0, widths[0] - 1) + "…" : cell;
        line.append(name).append(" ".repeat(widths[0] - name.length()));
      } else {
        line.append(GAP).append(" ".repeat(widths[i] - cell.length())).append(cell);
      }
    }
    return line.toString();
  }

  private void verdict(List<String> lines) {
    wrap(report.verdict() + ": " + report.verdictReason(), "", lines);
    if (!report.phases().isEmpty()) {
      wrap("client: " + client(), "  ", lines);
    }
    for (Finding finding : report.findings()) {
      String phase = finding.phase();
      String where = phase == null ? "" : phase + ": ";
      wrap(mark(finding.severity()) + " " + where + finding.text(), "  ", lines);
    }
  }

  private String client() {
    double ttft = 0;
    double gap = 0;
    for (PhaseReport phase : report.phases()) {
      ErrorBounds bounds = phase.proof().client().errorBounds();
      ttft = bounds == null ? ttft : Math.max(ttft, bounds.ttftP99());
      gap = bounds == null ? gap : Math.max(gap, bounds.gapP99());
    }
    String error =
        ttft == 0
            ? ""
            : String.format(
                Locale.ROOT,
                " (by estimate at most %.2f ms on a TTFT p99, %.2f ms on a gap p99)",
                ttft * 1e3,
                gap * 1e3);
    return report.client().label() + error;
  }

  private static String mark(Finding.Severity severity) {
    return switch (severity) {
      case PROBLEM -> "✗";
      case WARNING -> "!";
      case INFO -> "-";
    };
  }

  /** Breaks at spaces; further lines are indented. A word longer than a line is broken. */
  private void wrap(String text, String indent, List<String> lines) {
    StringBuilder line = new StringBuilder();
    boolean begun = false;
    for (String word : text.strip().split("\\s+")) {
      if (begun && line.length() + 1 + word.length() > textWidth) {
        lines.add(line.toString());
        line = new StringBuilder(indent);
      } else if (begun) {
        line.append(' ');
      }
      String rest = word;
      while (line.length() + rest.length() > textWidth) {
        int fits = textWidth - line.length();
        lines.add(line + rest.substring(0, fits));
        rest = rest.substring(fits);
        line = new StringBuilder(indent);
      }
      line.append(rest);
      begun = true;
    }
    lines.add(line.toString());
  }
}
