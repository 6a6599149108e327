package io.tokenstorm.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** One line of the screen, in pieces with a style each. Its width is known; it never wraps. */
final class Line {
  /** How a piece looks, by what it means. */
  enum Style {
    PLAIN(""),
    DIM("2"),
    BOLD("1"),
    GOOD("32"),
    WARN("33"),
    BAD("31"),
    ACCENT("36");

    private final String code;

    Style(String code) {
      this.code = code;
    }
  }

  private record Piece(String text, Style style) {}

  private final List<Piece> pieces = new ArrayList<>();
  private int width;

  Line add(String text) {
    return add(text, Style.PLAIN);
  }

  Line add(String text, Style style) {
    String plain = Columns.plain(text);
    pieces.add(new Piece(plain, style));
    width += Columns.of(plain);
    return this;
  }

  /** Spaces up to a column; nothing if the line is that long already. */
  Line padTo(int column) {
    return column > width ? add(" ".repeat(column - width)) : this;
  }

  /** A text that ends at a column. */
  Line endAt(int column, String text, Style style) {
    return padTo(column - Columns.of(text)).add(text, style);
  }

  int width() {
    return width;
  }

  /** The line as written, cut to a width; colours only if wanted; no trailing spaces. */
  String render(int maxWidth, boolean color, String ellipsis) {
    StringBuilder text = new StringBuilder();
    int left = maxWidth;
    for (int i = 0; i < pieces.size() && left > 0; i++) {
      Piece piece = pieces.get(i);
      boolean more = width > maxWidth && Columns.of(piece.text()) >= left;
      String shown = more ? Columns.clip(piece.text() + " ", left, ellipsis) : piece.text();
      left -= Columns.of(shown);
      boolean styled = color && !piece.style().code.isEmpty() && !shown.isBlank();
      text.append(styled ? "\u001b[" + piece.style().code + "m" + shown + "\u001b[0m" : shown);
    }
    return text.toString().stripTrailing();
  }
}
