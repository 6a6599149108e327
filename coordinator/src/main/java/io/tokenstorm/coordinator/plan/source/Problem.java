package io.tokenstorm.coordinator.plan.source;

/**
 * One thing that is wrong with a plan. It never holds a secret: where one may stand, the text is
 * not repeated.
 *
 * @param file the file's name as the user gave it, or the option that brought the value
 * @param line from 1; 0 if the source has no lines
 * @param column in characters, from 1; 0 if the source has no lines
 * @param path what it is about, as {@code --set} would name it; empty for the plan as a whole
 * @param message what is wrong; then, after a semicolon, what would be right
 * @param suggestion what was probably meant, or empty
 */
public record Problem(
    String file, int line, int column, String path, String message, String suggestion) {

  /** {@code file:line:column: path: what is wrong; what would be right; did you mean …?}. */
  public String render() {
    StringBuilder text = new StringBuilder(new Location(file, line, column).toString());
    text.append(": ");
    if (!path.isEmpty()) {
      text.append(path).append(": ");
    }
    text.append(message);
    if (!suggestion.isEmpty()) {
      text.append("; did you mean ").append(suggestion).append('?');
    }
    return onOneLine(text);
  }

  /**
   * Keys and values of a file are not to move a terminal's cursor, nor to look like other lines.
   */
  private static String onOneLine(CharSequence text) {
    StringBuilder shown = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x2029 ? ' ' : c)
        .forEach(shown::appendCodePoint);
    return shown.toString();
  }
}
