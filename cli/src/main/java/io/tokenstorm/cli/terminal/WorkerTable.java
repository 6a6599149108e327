package io.tokenstorm.cli.terminal;

import io.tokenstorm.cli.terminal.Line.Style;
import io.tokenstorm.coordinator.live.LiveFrame;
import io.tokenstorm.coordinator.live.WorkerRow;
import io.tokenstorm.coordinator.service.LiveWorker;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The workers: a row each if there is room, else one line for all. */
final class WorkerTable {
  private static final int MAX_ROWS = 6;
  private static final int STATE = 10;
  private static final int NAME = 12;
  private static final List<String> TITLES =
      List.of("slots", "in flight", "issued", "lag p99", "cores", "client");
  private static final int[] ENDS = {17, 28, 37, 46, 53, 63};

  private static final int CLIENT = 5;

  private final Glyphs glyphs;
  private final Figures figures;

  WorkerTable(Glyphs glyphs) {
    this.glyphs = glyphs;
    this.figures = new Figures(glyphs);
  }

  List<Line> lines(LiveFrame frame, int width, int rows) {
    List<WorkerRow> workers = frame.workers();
    if (workers.isEmpty()) {
      return List.of();
    }
    return workers.size() > MAX_ROWS || workers.size() + 1 > rows - 4
        ? List.of(summary(workers))
        : table(workers, columns(width));
  }

  private static int columns(int width) {
    int columns = ENDS.length;
    while (columns > 1 && ENDS[columns - 1] + STATE > width) {
      columns--;
    }
    return columns;
  }

  private Line summary(List<WorkerRow> workers) {
    Line line = new Line().add("workers", Style.DIM);
    for (LiveWorker.State state : LiveWorker.State.values()) {
      long count = workers.stream().filter(w -> w.state() == state).count();
      if (count > 0) {
        line.add("  " + figures.count(count) + " " + label(state), style(state));
      }
    }
    return line;
  }

  private List<Line> table(List<WorkerRow> workers, int columns) {
    List<Line> lines = new ArrayList<>();
    Line title = new Line().add("worker", Style.DIM);
    for (int i = 0; i < columns; i++) {
      title.endAt(ENDS[i], TITLES.get(i), Style.DIM);
    }
    lines.add(title);
    workers.forEach(worker -> lines.add(row(worker, columns)));
    return lines;
  }

  private Line row(WorkerRow worker, int columns) {
    Line line =
        new Line().add(Columns.clip(Columns.plain(worker.worker()), NAME, glyphs.ellipsis()));
    WorkerRow.Health health = worker.health();
    List<String> cells =
        List.of(
            figures.count(worker.slots()),
            figures.count(worker.inFlight()),
            figures.count(worker.issued()),
            health == null ? glyphs.none() : figures.latency(health.loopLagP99Seconds()),
            health == null
                ? glyphs.none()
                : String.format(Locale.ROOT, "%.2f", health.processCores()),
            health == null ? glyphs.none() : health.verdict().label());
    for (int i = 0; i < columns; i++) {
      line.endAt(ENDS[i], cells.get(i), i == CLIENT ? style(health) : Style.PLAIN);
    }
    return line.add("  " + label(worker.state()), style(worker.state()))
        .add(worker.note().isEmpty() ? "" : ": " + worker.note());
  }

  private static Style style(WorkerRow.@Nullable Health health) {
    return health == null
        ? Style.DIM
        : switch (health.verdict()) {
          case CLEAN -> Style.GOOD;
          case UNKNOWN, MARGINAL -> Style.PLAIN;
          case LIMITING -> Style.BAD;
        };
  }

  private static String label(LiveWorker.State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  private static Style style(LiveWorker.State state) {
    return switch (state) {
      case SERVING -> Style.GOOD;
      case WAITING -> Style.DIM;
      case LOST -> Style.BAD;
    };
  }
}
