package io.tokenstorm.cli.terminal;

import io.tokenstorm.cli.terminal.Line.Style;
import io.tokenstorm.coordinator.live.LiveFrame;
import io.tokenstorm.coordinator.live.PhaseRow;
import java.util.ArrayList;
import java.util.List;

/**
 * The phases of a run, a row each: figures of the report for those that are done, live ones for the
 * one that is on. On a narrow terminal the last columns are left out; on a low one, phases far from
 * the current one.
 */
final class PhaseTable {
  private static final int MARK = 2;
  private static final int MIN_NAME = 14;
  private static final int MAX_NAME = 30;

  private record Column(String title, int width) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("conc", 5),
          new Column("req", 7),
          new Column("err", 5),
          new Column("tok/s", 8),
          new Column("TTFT p50", 10),
          new Column("p99", 8),
          new Column("TPOT p50", 10),
          new Column("p99", 8));

  private final Glyphs glyphs;
  private final Figures figures;

  PhaseTable(Glyphs glyphs) {
    this.glyphs = glyphs;
    this.figures = new Figures(glyphs);
  }

  /**
   * The table.
   *
   * @param rows at most so many lines, title included; below 2 there is none
   */
  List<Line> lines(LiveFrame frame, int width, int rows) {
    List<PhaseRow> phases = frame.phases();
    if (phases.isEmpty() || rows < 2) {
      return List.of();
    }
    int columns = columns(width);
    int name = nameWidth(phases, width, columns);
    List<Line> lines = new ArrayList<>();
    lines.add(title(name, columns));
    int shown = Math.min(phases.size(), phases.size() <= rows - 1 ? rows - 1 : rows - 2);
    int first = first(phases, shown);
    for (PhaseRow phase : phases.subList(first, first + shown)) {
      lines.add(row(phase, frame, name, columns));
    }
    if (shown < phases.size()) {
      lines.add(
          new Line()
              .padTo(MARK)
              .add(glyphs.ellipsis() + " " + (phases.size() - shown) + " more", Style.DIM));
    }
    return lines;
  }

  private static int columns(int width) {
    int columns = 0;
    int used = MARK + MIN_NAME;
    while (columns < COLUMNS.size() && used + COLUMNS.get(columns).width() <= width) {
      used += COLUMNS.get(columns).width();
      columns++;
    }
    return columns;
  }

  private static int nameWidth(List<PhaseRow> phases, int width, int columns) {
    int longest =
        phases.stream().mapToInt(p -> Columns.of(Columns.plain(p.name()))).max().orElse(0);
    int used = MARK + COLUMNS.subList(0, columns).stream().mapToInt(Column::width).sum();
    return Math.max(MIN_NAME, Math.min(Math.min(longest, MAX_NAME), width - used));
  }

  /** The current phase stands in the middle, the last ones at the end. */
  private static int first(List<PhaseRow> phases, int shown) {
    int current = 0;
    for (int i = 0; i < phases.size(); i++) {
      PhaseRow.State state = phases.get(i).state();
      if (state == PhaseRow.State.RUNNING || state == PhaseRow.State.DONE) {
        current = i;
      }
    }
    return Math.max(0, Math.min(current - shown / 2, phases.size() - shown));
  }

  private static Line title(int name, int columns) {
    Line line = new Line().padTo(MARK).add("phase", Style.DIM);
    int end = MARK + name;
    for (Column column : COLUMNS.subList(0, columns)) {
      end += column.width();
      line.endAt(end, column.title(), Style.DIM);
    }
    return line;
  }

  private Line row(PhaseRow phase, LiveFrame frame, int name, int columns) {
    boolean open =
        phase.state() == PhaseRow.State.PENDING || phase.state() == PhaseRow.State.SKIPPED;
    Style style =
        open ? Style.DIM : phase.state() == PhaseRow.State.RUNNING ? Style.BOLD : Style.PLAIN;
    Line line = new Line().add(mark(phase.state()), markStyle(phase.state())).padTo(MARK);
    line.add(Columns.clip(Columns.plain(phase.name()), name, glyphs.ellipsis()), style);
    List<String> cells = cells(phase, frame);
    int end = MARK + name;
    for (int i = 0; i < columns && i < cells.size(); i++) {
      end += COLUMNS.get(i).width();
      boolean errors = i == 2 && !cells.get(i).equals("0");
      line.endAt(end, cells.get(i), errors ? Style.BAD : style);
    }
    return line;
  }

  private List<String> cells(PhaseRow phase, LiveFrame frame) {
    String slots = figures.count(phase.concurrency());
    PhaseRow.Headline done = phase.headline();
    if (done != null) {
      return List.of(
          slots,
          figures.count(done.requests()),
          figures.count(done.errors()),
          figures.rate(done.outputTokensPerSecond()),
          figures.latency(done.ttftP50()),
          figures.latency(done.ttftP99()),
          figures.latency(done.tpotP50()),
          figures.latency(done.tpotP99()));
    }
    if (phase.state() != PhaseRow.State.RUNNING) {
      return List.of(slots);
    }
    return List.of(
        slots,
        figures.count(frame.requests().sent()),
        figures.count(frame.requests().errors()),
        figures.rate(frame.window().seconds() > 0 ? frame.window().tokensPerSecond() : null),
        figures.latency(frame.ttft().p50()),
        figures.latency(frame.ttft().p99()),
        figures.latency(frame.tpot().p50()),
        figures.latency(frame.tpot().p99()));
  }

  private String mark(PhaseRow.State state) {
    return switch (state) {
      case DONE -> glyphs.done();
      case RUNNING -> glyphs.running();
      case PENDING -> glyphs.pending();
      case SKIPPED -> glyphs.skipped();
    };
  }

  private static Style markStyle(PhaseRow.State state) {
    return switch (state) {
      case DONE -> Style.GOOD;
      case RUNNING -> Style.ACCENT;
      case PENDING -> Style.DIM;
      case SKIPPED -> Style.WARN;
    };
  }
}
