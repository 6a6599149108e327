package io.tokenstorm.coordinator.sweep.show;

import io.tokenstorm.coordinator.page.markup.Numbers;
import io.tokenstorm.coordinator.sweep.model.RowMetrics;
import io.tokenstorm.coordinator.sweep.model.Scenario;
import io.tokenstorm.coordinator.sweep.model.SweepReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * TTFT against length in characters, both axes by the logarithm: a letter a column, {@code x} at
 * the top where a length failed.
 */
final class TerminalPlot {
  private static final int HEIGHT = 12;
  private static final int WIDEST = 72;
  private static final int LABEL = 9;

  private final List<String> columns;
  private final List<Scenario> rows;
  private final int width;
  private double minX = Double.POSITIVE_INFINITY;
  private double maxX;
  private double minY = Double.POSITIVE_INFINITY;
  private double maxY;

  private TerminalPlot(SweepReport report, int width) {
    this.columns = report.columns().stream().map(column -> column.name()).toList();
    this.rows = report.scenarios();
    this.width = Math.max(20, Math.min(WIDEST, width - LABEL - 2));
    for (Scenario row : rows) {
      minX = Math.min(minX, row.targetLen());
      maxX = Math.max(maxX, row.targetLen());
      double y = ttft(row);
      if (y > 0) {
        minY = Math.min(minY, y);
        maxY = Math.max(maxY, y);
      }
    }
  }

  private static double ttft(Scenario row) {
    RowMetrics metrics = row.metrics();
    Double mean = metrics == null ? null : metrics.ttftMs().mean();
    return mean == null ? Double.NaN : mean;
  }

  /** The plot with a legend and an empty line; nothing if no row was answered. */
  static String render(SweepReport report, int width) {
    TerminalPlot plot = new TerminalPlot(report, width);
    return plot.maxY > 0 ? plot.text() : "";
  }

  private String text() {
    char[][] field = new char[HEIGHT][width];
    for (char[] line : field) {
      Arrays.fill(line, ' ');
    }
    for (Scenario row : rows) {
      int x = (int) Math.round(share(row.targetLen(), minX, maxX) * (width - 1));
      double y = ttft(row);
      if (row.success() && y > 0) {
        int line = HEIGHT - 1 - (int) Math.round(share(y, minY, maxY) * (HEIGHT - 2));
        field[line][x] = letter(columns.indexOf(row.column()));
      } else if (!row.success()) {
        field[0][x] = 'x';
      }
    }
    return assembled(field);
  }

  private static double share(double value, double min, double max) {
    return max > min ? Math.log(value / min) / Math.log(max / min) : 0.5;
  }

  private static char letter(int column) {
    return (char) ('a' + Math.max(0, column) % 23);
  }

  private String assembled(char[][] field) {
    StringBuilder text = new StringBuilder("TTFT ms against length, both by the logarithm; x:");
    text.append(" a length that failed\n");
    for (int i = 0; i < HEIGHT; i++) {
      String label = i == 1 ? Numbers.digits(maxY) : i == HEIGHT - 1 ? Numbers.digits(minY) : "";
      text.append(" ".repeat(Math.max(0, LABEL - label.length()))).append(label).append(" |");
      text.append(new String(field[i]).stripTrailing()).append('\n');
    }
    String from = Numbers.whole((long) minX);
    String to = Numbers.whole((long) maxX);
    text.append(" ".repeat(LABEL)).append(" +").append("-".repeat(width)).append('\n');
    text.append(" ".repeat(LABEL + 2)).append(from);
    text.append(" ".repeat(Math.max(1, width - from.length() - to.length()))).append(to);
    List<String> legend = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      legend.add(letter(i) + " " + columns.get(i));
    }
    return text.append('\n').append(String.join(", ", legend)).append("\n\n").toString();
  }
}
