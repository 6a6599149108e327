package io.tokenstorm.cli.terminal;

import java.util.Map;

/** How wide a text on standard output may be. */
public final class TerminalWidth {
  /** Where no terminal is, whoever reads the text can scroll. */
  private static final int NO_TERMINAL = 120;

  private TerminalWidth() {}

  /** The terminal's columns; 120 where there is none. */
  public static int of(Map<String, String> environment) {
    TerminalProbe probe = new TerminalProbe(environment);
    return probe.isTerminal() ? probe.get().columns() : NO_TERMINAL;
  }
}
