package io.tokenstorm.cli.terminal;

import io.tokenstorm.coordinator.live.LiveFrame;
import java.io.PrintStream;
import java.util.Map;

/**
 * Shows a run to the user as it goes. Calls come from one thread at a time; a view is closed once,
 * by whoever opened it.
 */
public sealed interface LiveView extends AutoCloseable permits InPlaceView, PlainView {
  /** The next frame of the run. */
  void show(LiveFrame frame);

  /** A line that stays, such as why the run is being ended. */
  void say(String text);

  /** Takes the picture off the screen, to make room for the final table. What was said stays. */
  void clear();

  /** Leaves the picture as it is and gives the terminal back. */
  @Override
  void close();

  /**
   * The view that fits the process's standard output: redrawn in place on a terminal, else plain
   * lines.
   *
   * @param environment {@code NO_COLOR}, {@code TERM}, {@code LANG} and the like
   */
  static LiveView onStandardOutput(Map<String, String> environment) {
    PrintStream out = System.out;
    TerminalProbe probe = new TerminalProbe(environment);
    return probe.isTerminal()
        ? InPlaceView.open(out, probe, probe.glyphs(), probe.color())
        : new PlainView(out, probe.glyphs());
  }
}
