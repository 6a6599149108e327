package io.tokenstorm.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** How many columns of a terminal a text takes, and texts cut to columns. */
final class Columns {
  private Columns() {}

  /** The columns of a text without control characters. */
  static int of(String text) {
    return text.codePoints().map(Columns::of).sum();
  }

  /** 0 for what joins the sign before, 2 for East Asian wide signs and pictures, else 1. */
  static int of(int codePoint) {
    int type = Character.getType(codePoint);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT) {
      return 0;
    }
    return isWide(codePoint) ? 2 : 1;
  }

  private static boolean isWide(int c) {
    return (c >= 0x1100 && c <= 0x115F)
        || (c >= 0x2E80 && c <= 0xA4CF)
        || (c >= 0xAC00 && c <= 0xD7A3)
        || (c >= 0xF900 && c <= 0xFAFF)
        || (c >= 0xFE30 && c <= 0xFE6F)
        || (c >= 0xFF00 && c <= 0xFF60)
        || (c >= 0xFFE0 && c <= 0xFFE6)
        || (c >= 0x1F300 && c <= 0x1FAFF)
        || (c >= 0x20000 && c <= 0x3FFFD);
  }

  /** The text, cut with a sign in its place if it takes more than {@code width} columns. */
  static String clip(String text, int width, String ellipsis) {
    if (of(text) <= width) {
      return text;
    }
    StringBuilder kept = new StringBuilder();
    int left = width - of(ellipsis);
    for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
      int codePoint = text.codePointAt(i);
      left -= of(codePoint);
      if (left < 0) {
        break;
      }
      kept.appendCodePoint(codePoint);
    }
    return width < of(ellipsis) ? "" : kept.append(ellipsis).toString();
  }

  /** The text in lines of at most {@code width} columns, broken at spaces where there are some. */
  static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.strip().split(" +")) {
      String rest = word;
      if (!line.isEmpty() && of(line.toString()) + 1 + of(rest) > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      while (of(rest) > width) {
        String part = clip(rest, width, "");
        if (part.isEmpty()) {
          break;
        }
        lines.add(part);
        rest = rest.substring(part.length());
      }
      line.append(line.isEmpty() ? "" : " ").append(rest);
    }
    lines.add(line.toString());
    return lines;
  }

  /** Without what would move the cursor or change the screen: names come from plans and servers. */
  static String plain(String text) {
    StringBuilder plain = new StringBuilder();
    text.codePoints()
        .map(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x2029 ? ' ' : c)
        .forEach(plain::appendCodePoint);
    return plain.toString();
  }
}
