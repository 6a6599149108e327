package io.tokenstorm.cli.terminal;

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
}
