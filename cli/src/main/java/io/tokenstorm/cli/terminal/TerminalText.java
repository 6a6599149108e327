package io.tokenstorm.cli.terminal;

import static java.util.stream.Collectors.joining;

import java.util.Map;
import java.util.function.IntFunction;

/**
 * A text for people on standard output: as wide as that is, in signs that it can show, in lines
 * that end in a line feed. Names and what targets said are in it, so no sign moves the cursor.
 */
public final class TerminalText {
  /** Where no terminal is, whoever reads the text can scroll. */
  private static final int NO_TERMINAL = 120;

  private TerminalText() {}

  /**
   * The text as it is to be printed.
   *
   * @param text made for so many columns: the terminal's, 120 where there is none
   */
  public static String of(Map<String, String> environment, IntFunction<String> text) {
    TerminalProbe probe = new TerminalProbe(environment);
    String made = text.apply(probe.isTerminal() ? probe.get().columns() : NO_TERMINAL);
    return probe.glyphs().fit(made.lines().map(Columns::plain).collect(joining("\n", "", "\n")));
  }
}
