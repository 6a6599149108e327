package io.tokenstorm.cli.terminal;

import java.util.HashMap;
import java.util.Map;

/**
 * The signs that a terminal can show.
 *
 * @param full a done piece of a bar
 * @param empty an open piece of a bar
 * @param levels of a sparkline, lowest first
 * @param done a phase that is over
 * @param running the phase that is on
 * @param pending a phase to come
 * @param skipped a phase that never came
 * @param ellipsis stands for text cut off; one column
 * @param none stands for an undefined figure
 * @param dot between words
 */
record Glyphs(
    String full,
    String empty,
    String levels,
    String done,
    String running,
    String pending,
    String skipped,
    String ellipsis,
    String none,
    String dot) {
  static final Glyphs UNICODE = new Glyphs("█", "░", "▁▂▃▄▅▆▇█", "✓", "▶", "·", "×", "…", "–", "·");
  static final Glyphs ASCII = new Glyphs("#", ".", "_.-=+*%#", "+", ">", ".", "x", "~", "-", "-");

  private static final Map<Integer, String> IN_ASCII = inAscii();

  private static Map<Integer, String> inAscii() {
    Map<Integer, String> signs = new HashMap<>();
    String from = "×µ±“”‘’…−–—✗✓²·≤≥→ ";
    String[] to = {
      "x", "u", "+-", "\"", "\"", "'", "'", "~", "-", "-", "-", "x", "+", "^2", ".", "<=", ">=",
      "->", " "
    };
    int[] signsOf = from.codePoints().toArray();
    for (int i = 0; i < to.length; i++) {
      signs.put(signsOf[i], to[i]);
    }
    return Map.copyOf(signs);
  }

  /** The text in signs that can be shown; what has no likeness becomes a question mark. */
  String fit(String text) {
    if (!equals(ASCII)) {
      return text;
    }
    StringBuilder fitted = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> fitted.append(c < 0x80 ? Character.toString(c) : IN_ASCII.getOrDefault(c, "?")));
    return fitted.toString();
  }
}
