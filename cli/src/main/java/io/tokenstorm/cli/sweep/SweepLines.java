package io.tokenstorm.cli.sweep;

import io.tokenstorm.coordinator.matrix.MatrixRow;
import io.tokenstorm.coordinator.sweep.SweepListener;
import io.tokenstorm.coordinator.sweep.model.RowMetrics;
import io.tokenstorm.coordinator.sweep.model.Scenario;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** Tells how a sweep goes on, a line whenever something changes. */
final class SweepLines implements SweepListener {
  private final PrintWriter out;
  private final int gridRows;

  SweepLines(PrintWriter out, int gridRows) {
    this.out = out;
    this.gridRows = gridRows;
  }

  @Override
  public void starting(int number, MatrixRow row, String commandLine) {
    say("row " + place(number) + ": " + name(row) + ": starting: " + commandLine);
  }

  @Override
  public void ready(int number, MatrixRow row, Duration after) {
    say(
        String.format(
            Locale.ROOT,
            "row %s: %s: ready after %.1f s, asking",
            place(number),
            name(row),
            after.toMillis() / 1e3));
  }

  @Override
  public void done(Scenario scenario) {
    String head = "row " + place(scenario.row()) + ": " + scenario.key() + " tokens: ";
    RowMetrics metrics = scenario.metrics();
    Double ttft = metrics == null ? null : metrics.ttftMs().mean();
    if (scenario.error() != null) {
      say(head + "failed: " + scenario.error());
    } else {
      say(
          head
              + (ttft == null
                  ? "measured"
                  : String.format(Locale.ROOT, "measured: TTFT %,.1f ms", ttft)));
    }
    scenario.notes().stream()
        .filter(note -> !note.startsWith("tpot_ms"))
        .forEach(note -> say("  " + note));
  }

  void say(String line) {
    out.println(line);
    out.flush();
  }

  private String place(int number) {
    return number <= gridRows ? number + " of " + gridRows : number + " (search)";
  }

  private static String name(MatrixRow row) {
    return row.key() + " tokens";
  }
}
