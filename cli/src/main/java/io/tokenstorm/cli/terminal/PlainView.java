package io.tokenstorm.cli.terminal;

import io.tokenstorm.coordinator.live.CurrentPhase;
import io.tokenstorm.coordinator.live.LiveFrame;
import io.tokenstorm.coordinator.live.PhaseRow;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A run as lines in a pipe or a log: one at each change of stage, one every few seconds, one for
 * each event, finding and settled phase.
 */
final class PlainView implements LiveView {
  /** Seconds of the run between two lines of the same stage. */
  static final double INTERVAL_SECONDS = 5;

  private final PrintStream out;
  private final Glyphs glyphs;
  private final Figures figures;
  private String lastState = "";
  private double lastLineAt;
  private int settled;
  private int events;
  private int findings;

  PlainView(PrintStream out, Glyphs glyphs) {
    this.out = out;
    this.glyphs = glyphs;
    this.figures = new Figures(glyphs);
  }

  @Override
  public void show(LiveFrame frame) {
    lines(frame).forEach(out::println);
    out.flush();
  }

  /** What is new in a frame. */
  List<String> lines(LiveFrame frame) {
    List<String> lines = new ArrayList<>();
    addNotes(frame, lines);
    addSettled(frame, lines);
    String state = state(frame);
    boolean changed = !state.equals(lastState);
    if (changed || frame.elapsedSeconds() - lastLineAt >= INTERVAL_SECONDS) {
      lastState = state;
      lastLineAt = frame.elapsedSeconds();
      lines.add(Figures.clock(frame.elapsedSeconds()) + "  " + state + figures(frame, changed));
    }
    return lines.stream().map(Columns::plain).map(glyphs::fit).toList();
  }

  private void addNotes(LiveFrame frame, List<String> lines) {
    for (; events < frame.events().size(); events++) {
      LiveFrame.Note note = frame.events().get(events);
      lines.add(Figures.clock(note.atSeconds()) + "  " + note.text());
    }
    for (; findings < frame.findings().size(); findings++) {
      LiveFrame.Note note = frame.findings().get(findings);
      lines.add(Figures.clock(note.atSeconds()) + "  finding: " + note.text());
    }
  }

  private void addSettled(LiveFrame frame, List<String> lines) {
    List<PhaseRow> done = frame.phases().stream().filter(p -> p.headline() != null).toList();
    for (; settled < done.size(); settled++) {
      PhaseRow phase = done.get(settled);
      PhaseRow.Headline h = phase.headline();
      if (h != null) {
        lines.add(
            String.format(
                Locale.ROOT,
                "%s  %s done: %s requests, %s errors, %s tok/s, TTFT p50 %s p99 %s, TPOT p50 %s"
                    + " p99 %s",
                Figures.clock(frame.elapsedSeconds()),
                phase.name(),
                figures.count(h.requests()),
                figures.count(h.errors()),
                figures.rate(h.outputTokensPerSecond()),
                figures.latency(h.ttftP50()),
                figures.latency(h.ttftP99()),
                figures.latency(h.tpotP50()),
                figures.latency(h.tpotP99())));
      }
    }
  }

  private static String state(LiveFrame frame) {
    CurrentPhase at = frame.current();
    if (at != null) {
      return (at.index() + 1)
          + "/"
          + at.count()
          + " "
          + at.name()
          + " "
          + at.stage().name().toLowerCase(Locale.ROOT);
    }
    String verdict = frame.verdict();
    String state = verdict == null ? frame.state().label().replace('_', ' ') : verdict;
    return frame.reason().isEmpty() ? state : state + ": " + LiveTable.reason(frame);
  }

  private String figures(LiveFrame frame, boolean changed) {
    CurrentPhase at = frame.current();
    if (at == null) {
      return "";
    }
    String note = at.note().isEmpty() ? "" : "  " + at.note();
    if (changed || frame.recent().seconds() == 0) {
      return "  " + at.concurrency() + " slots" + note;
    }
    return String.format(
        Locale.ROOT,
        "%s  in flight %d/%d  %s req/s  %s tok/s  TTFT p50 %s p99 %s  TPOT p50 %s p99 %s"
            + "  errors %s  client %s%s",
        percent(at.progress()),
        at.inFlight(),
        at.concurrency(),
        figures.rate(frame.recent().requestsPerSecond()),
        figures.rate(frame.recent().tokensPerSecond()),
        figures.latency(frame.ttft().p50()),
        figures.latency(frame.ttft().p99()),
        figures.latency(frame.tpot().p50()),
        figures.latency(frame.tpot().p99()),
        figures.count(frame.requests().errors()),
        CrewTable.client(frame).label(),
        replicas(frame));
  }

  /** What the replicas tell of themselves, at the end of the line; nothing if none was asked. */
  private static String replicas(LiveFrame frame) {
    CrewTable.EngineSums sums = CrewTable.EngineSums.of(frame);
    return sums.asked() == 0 ? "" : "  replicas " + sums.text();
  }

  private static String percent(CurrentPhase.Progress progress) {
    return progress.plannedSeconds() == null && progress.plannedRequests() == null
        ? ""
        : String.format(Locale.ROOT, " %.0f%%", Math.floor(progress.fraction() * 100));
  }

  @Override
  public void say(String text) {
    out.println(glyphs.fit(Columns.plain(text)));
    out.flush();
  }

  @Override
  public void clear() {}

  @Override
  public void close() {
    out.flush();
  }
}
