package io.tokenstorm.cli.terminal;

import io.tokenstorm.cli.terminal.Line.Style;
import io.tokenstorm.coordinator.health.ClientVerdict;
import io.tokenstorm.coordinator.live.CurrentPhase;
import io.tokenstorm.coordinator.live.CurrentPhase.Progress;
import io.tokenstorm.coordinator.live.LatencyView;
import io.tokenstorm.coordinator.live.LiveFrame;
import io.tokenstorm.coordinator.service.RunState;
import io.tokenstorm.protocol.wire.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A frame as lines of a screen. Pure: the same frame, history and size give the same lines. */
final class LiveTable {
  /** Lines are laid out for this width at least; narrower terminals get their beginnings. */
  static final int MIN_WIDTH = 40;

  private static final int LABEL = 7;
  private static final int CELL = 9;
  private static final int WIDE = 78;
  private static final int MAX_BAR = 40;
  private static final int MAX_NOTES = 3;

  /** So many lines of phases are worth more than a row for each replica. */
  private static final int FEW_PHASES = 4;

  /** Columns below which a sparkline says nothing. */
  private static final int MIN_SPARK = 5;

  private final Glyphs glyphs;
  private final Figures figures;
  private final PhaseTable phases;
  private final CrewTable crew;

  LiveTable(Glyphs glyphs) {
    this.glyphs = glyphs;
    this.figures = new Figures(glyphs);
    this.phases = new PhaseTable(glyphs);
    this.crew = new CrewTable(glyphs);
  }

  /**
   * The whole picture.
   *
   * @param history of the frames before this one, itself included
   * @param size columns and lines that may be used
   * @param color whether escape sequences for colours may be used
   */
  List<String> lines(LiveFrame frame, FrameHistory history, Size size, boolean color) {
    int width = Math.max(MIN_WIDTH, size.columns());
    List<Line> lines = new ArrayList<>(head(frame, width));
    boolean low = size.rows() < 24;
    if (frame.current() != null) {
      lines.addAll(figures(frame, history, width, low));
    }
    List<Line> notes = notes(frame, width, low ? 1 : MAX_NOTES);
    int free = size.rows() - lines.size() - notes.size();
    List<Line> workers = frame.ended() ? List.of() : crew.lines(frame, width, free - 4);
    int room = free - workers.size() - 2;
    List<Line> table = gap(phases.lines(frame, width, room - forReplicas(frame, room)));
    lines.addAll(table);
    lines.addAll(gap(workers));
    if (!frame.ended()) {
      int left = free - table.size() - gap(workers).size();
      lines.addAll(gap(crew.replicas(frame, width, left - 1)));
    }
    lines.addAll(notes);
    return lines.stream()
        .limit(Math.max(1, size.rows()))
        .map(line -> line.render(Math.min(width, size.columns()), color, glyphs.ellipsis()))
        .map(glyphs::fit)
        .toList();
  }

  /** Lines that the phases leave: a row each if enough phases stay in sight, else one for all. */
  private static int forReplicas(LiveFrame frame, int room) {
    int rowEach = frame.replicas().size() + 2;
    if (frame.ended() || !CrewTable.hasReplicas(frame)) {
      return 0;
    }
    return room - rowEach >= FEW_PHASES + 2 ? rowEach : room - 2 >= FEW_PHASES ? 2 : 0;
  }

  private static List<Line> gap(List<Line> lines) {
    List<Line> spaced = new ArrayList<>();
    if (!lines.isEmpty()) {
      spaced.add(new Line());
      spaced.addAll(lines);
    }
    return spaced;
  }

  private List<Line> head(LiveFrame frame, int width) {
    String clock = Figures.clock(frame.elapsedSeconds());
    String dot = " " + glyphs.dot() + " ";
    String about = (frame.model().isEmpty() ? "" : dot + frame.model()) + dot + frame.run();
    int room = width - clock.length() - 2;
    String name = Columns.clip(Columns.plain(frame.plan()), room, glyphs.ellipsis());
    Line first =
        new Line()
            .add(name, Style.BOLD)
            .add(
                Columns.clip(Columns.plain(about), room - Columns.of(name), glyphs.ellipsis()),
                Style.DIM)
            .endAt(width, clock, Style.PLAIN);
    CurrentPhase current = frame.current();
    return current == null
        ? List.of(first, stateLine(frame))
        : List.of(first, phaseLine(frame, current, width), stageLine(current, width));
  }

  private static Line stateLine(LiveFrame frame) {
    String verdict = frame.verdict();
    if (verdict != null) {
      return new Line().add(verdict, verdictStyle(verdict)).add("  " + frame.reason());
    }
    String state = frame.state().label().replace('_', ' ');
    return new Line().add(state, Style.ACCENT).add("  " + reason(frame));
  }

  /** Why a run stands where it does; between phases that is what it waits for. */
  static String reason(LiveFrame frame) {
    boolean waits = frame.state() == RunState.RUNNING && !frame.reason().isEmpty();
    return (waits ? "waits for " : "") + frame.reason();
  }

  private static Style verdictStyle(String verdict) {
    return switch (verdict) {
      case "VALID" -> Style.GOOD;
      case "INVALID" -> Style.BAD;
      default -> Style.WARN;
    };
  }

  private Line phaseLine(LiveFrame frame, CurrentPhase at, int width) {
    String dot = " " + glyphs.dot() + " ";
    ClientVerdict client = CrewTable.client(frame);
    String word = client == ClientVerdict.UNKNOWN ? "" : "client " + client.label();
    Line line = new Line().add("phase " + (at.index() + 1) + "/" + at.count() + "  ");
    int room = width - (word.isEmpty() ? 0 : word.length() + 2);
    line.add(
        Columns.clip(Columns.plain(at.name()), room - line.width(), glyphs.ellipsis()), Style.BOLD);
    String about = dot + at.route() + dot + at.workload();
    line.add(Columns.clip(Columns.plain(about), room - line.width(), glyphs.ellipsis()), Style.DIM);
    return word.isEmpty() ? line : line.endAt(width, word, CrewTable.style(client));
  }

  private Line stageLine(CurrentPhase at, int width) {
    String stage = at.stage().name().toLowerCase(Locale.ROOT);
    Line line = new Line().add(stage, Style.ACCENT).padTo(LABEL + 1);
    String inFlight = "in flight " + at.inFlight() + "/" + at.concurrency();
    Progress progress = at.progress();
    if (at.stage() == Stage.WARMUP || at.stage() == Stage.MEASURE) {
      boolean known = progress.plannedSeconds() != null || progress.plannedRequests() != null;
      String left = known ? timeLeft(progress) : Figures.clock(progress.elapsedSeconds());
      int bar = Math.min(MAX_BAR, width - LABEL - 1 - inFlight.length() - 2 - 20);
      if (known && bar >= 5) {
        int full = (int) Math.floor(progress.fraction() * bar);
        line.add(glyphs.full().repeat(full), Style.ACCENT)
            .add(glyphs.empty().repeat(bar - full), Style.DIM)
            .add(String.format(Locale.ROOT, " %3.0f%% ", Math.floor(progress.fraction() * 100)));
      }
      line.add(left);
    } else {
      line.add(at.note().isEmpty() ? Figures.clock(at.stageSeconds()) : at.note());
    }
    return line.endAt(Math.max(line.width() + 2 + inFlight.length(), width), inFlight, Style.PLAIN);
  }

  private static String timeLeft(Progress progress) {
    Double eta = progress.etaSeconds();
    return eta == null ? "" : Figures.clock(Math.ceil(eta)) + " left";
  }

  private List<Line> figures(LiveFrame frame, FrameHistory history, int width, boolean low) {
    List<Line> lines = new ArrayList<>();
    lines.add(new Line());
    Line titles = cells(width, "", "now", "mean");
    if (width < WIDE) {
      lines.add(counts(new Line(), frame));
      lines.add(titles);
    } else {
      lines.add(counts(titles.padTo(LABEL + 2 * CELL + 3), frame));
    }
    boolean running = frame.recent().seconds() > 0;
    boolean open = frame.window().seconds() > 0;
    lines.add(
        spark(
            cells(
                width,
                "tok/s",
                figures.rate(running ? frame.recent().tokensPerSecond() : null),
                figures.rate(open ? frame.window().tokensPerSecond() : null)),
            history.tokensPerSecond(),
            width));
    lines.add(
        cells(
            width,
            "req/s",
            figures.rate(running ? frame.recent().requestsPerSecond() : null),
            figures.rate(open ? frame.window().requestsPerSecond() : null)));
    lines.add(cells(width, "", "p50", "p90", "p99", "max"));
    lines.add(spark(latency(width, "TTFT", frame.ttft()), history.ttftP50(), width));
    lines.add(latency(width, "TPOT", frame.tpot()));
    if (!low) {
      lines.add(latency(width, "ITL", frame.itl()));
      lines.add(latency(width, "E2E", frame.e2e()));
    }
    return lines;
  }

  private Line counts(Line line, LiveFrame frame) {
    line.add("requests " + figures.count(frame.requests().sent()) + "  ");
    long errors = frame.requests().errors();
    if (errors == 0) {
      return line.add("errors 0", Style.DIM);
    }
    Map<String, Long> kinds = frame.requests().errorsByKind();
    String byKind =
        kinds.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .map(e -> e.getKey() + " " + figures.count(e.getValue()))
            .collect(Collectors.joining(", ", " (", ")"));
    return line.add("errors " + figures.count(errors) + byKind, Style.BAD);
  }

  private Line latency(int width, String label, LatencyView view) {
    return cells(
        width,
        label,
        figures.latency(view.p50()),
        figures.latency(view.p90()),
        figures.latency(view.p99()),
        figures.latency(view.max()));
  }

  /** Those cells that the width has room for. */
  private static Line cells(int width, String label, String... cells) {
    Line line = new Line().add(label, Style.DIM);
    boolean titles = label.isEmpty();
    for (int i = 0; i < cells.length && LABEL + (i + 1) * CELL <= width; i++) {
      line.endAt(LABEL + (i + 1) * CELL, cells[i], titles ? Style.DIM : Style.PLAIN);
    }
    return line;
  }

  private Line spark(Line line, List<Double> values, int width) {
    int start = LABEL + 4 * CELL + 2;
    if (width - start < MIN_SPARK) {
      return line;
    }
    return line.padTo(start).add(Sparkline.lastMinute(values, width - start, glyphs), Style.ACCENT);
  }

  private List<Line> notes(LiveFrame frame, int width, int max) {
    List<Line> lines = new ArrayList<>();
    for (LiveFrame.Note note : newest(frame.events(), frame.ended() ? 0 : max - 1)) {
      lines.add(new Line().add(Figures.clock(note.atSeconds()) + " ", Style.DIM).add(note.text()));
    }
    int each = frame.ended() ? Integer.MAX_VALUE : max == 1 ? 1 : 2;
    for (LiveFrame.Note note : newest(frame.findings(), frame.ended() ? Integer.MAX_VALUE : max)) {
      lines.addAll(finding(note.text(), width, each));
    }
    return gap(lines);
  }

  private List<Line> finding(String text, int width, int most) {
    List<String> wrapped = Columns.wrap(Columns.plain(text), width - 2);
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < Math.min(most, wrapped.size()); i++) {
      boolean cut = i == most - 1 && wrapped.size() > most;
      String part =
          cut
              ? Columns.clip(
                  wrapped.get(i) + " " + wrapped.get(i + 1), width - 2, glyphs.ellipsis())
              : wrapped.get(i);
      lines.add(new Line().add(i == 0 ? "! " : "  ", Style.WARN).add(part));
    }
    return lines;
  }

  private static List<LiveFrame.Note> newest(List<LiveFrame.Note> notes, int max) {
    return notes.subList(Math.max(0, notes.size() - max), notes.size());
  }
}
