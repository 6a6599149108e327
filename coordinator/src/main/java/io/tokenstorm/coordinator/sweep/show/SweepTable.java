package io.tokenstorm.coordinator.sweep.show;

import io.tokenstorm.coordinator.page.markup.Numbers;
import io.tokenstorm.coordinator.sweep.model.Scenario;
import io.tokenstorm.coordinator.sweep.model.SweepReport;
import io.tokenstorm.coordinator.sweep.model.SweepReport.Column;
import java.util.ArrayList;
import java.util.List;

/** The result of a sweep as text for a terminal: a line a row, a plot, what columns say. */
public final class SweepTable {
  private static final List<String> HEAD =
      List.of("engine", "length", "TTFT ms", "input tok/s", "start s", "spread", "result");
  private static final String GAP = "  ";
  private static final int LEAST_RESULT = 12;

  private SweepTable() {}

  /** The whole text, ending in a line feed. */
  public static String render(SweepReport report, int width) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(HEAD);
    report.scenarios().forEach(row -> cells.add(cells(row)));
    StringBuilder text = new StringBuilder();
    int[] widths = widths(cells, width);
    cells.forEach(row -> text.append(line(row, widths)).append('\n'));
    if (report.scenarios().stream().anyMatch(Scenario::searched)) {
      text.append("* tried by the search\n");
    }
    text.append('\n').append(TerminalPlot.render(report, width));
    for (Column column : report.columns()) {
      text.append(column.name()).append(": ").append(RowText.edge(column)).append(".\n");
      text.append("  ").append(RowText.growth(column)).append(".\n");
    }
    if (!report.complete()) {
      text.append(incomplete(report));
    }
    return text.toString();
  }

  /** Rows of the search are none of the grid: how many there will be nobody knows before. */
  private static String incomplete(SweepReport report) {
    long searched = report.scenarios().stream().filter(Scenario::searched).count();
    return "This sweep is not complete: %d of the %d rows of its grid are done%s.%n"
        .formatted(
            report.scenarios().size() - searched,
            report.rowsPlanned(),
            searched == 0 ? "" : ", and " + searched + " of its search");
  }

  private static List<String> cells(Scenario row) {
    return List.of(
        row.column() + (row.searched() ? " *" : ""),
        Numbers.whole(row.targetLen()),
        RowText.ttft(row),
        RowText.inputRate(row),
        RowText.start(row),
        RowText.spread(row),
        RowText.first(RowText.shortResult(row), 200));
  }

  /** As wide as the widest cell; the result, which comes last, gives way. */
  private static int[] widths(List<List<String>> cells, int width) {
    int[] widths = new int[HEAD.size()];
    int sum = 0;
    for (int i = 0; i < widths.length; i++) {
      for (List<String> row : cells) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
      sum += widths[i] + (i == 0 ? 0 : GAP.length());
    }
    int last = widths.length - 1;
    widths[last] = Math.max(LEAST_RESULT, widths[last] - Math.max(0, sum - width));
    return widths;
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    int last = row.size() - 1;
    for (int i = 0; i <= last; i++) {
      String cell = i == last ? RowText.first(row.get(i), widths[i]) : row.get(i);
      String pad = " ".repeat(Math.max(0, widths[i] - cell.length()));
      line.append(i == 0 ? "" : GAP);
      line.append(i == last ? cell : i == 0 ? cell + pad : pad + cell);
    }
    return line.toString().stripTrailing();
  }
}
