package io.tokenstorm.coordinator.page.markup;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Writes HTML with SVG inside. Every text and every attribute value is escaped here and nowhere
 * else, so that nothing a target, a plan or a host says can become markup. Tags close in the order
 * they were opened. Not thread-safe.
 */
public final class Markup {
  private final StringBuilder out = new StringBuilder(1 << 16);
  private final Deque<String> open = new ArrayDeque<>();
  private int lastId;

  /**
   * Opens an element.
   *
   * @param attributes names and values in turn; one whose value is empty is left out
   */
  public Markup open(String tag, String... attributes) {
    start(tag, attributes);
    out.append('>');
    open.push(tag);
    return this;
  }

  /** Closes the element that was opened last. */
  public Markup close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  /** An element and all that {@code content} writes into it. */
  public Markup within(String tag, Consumer<Markup> content, String... attributes) {
    open(tag, attributes);
    content.accept(this);
    return close();
  }

  /** An element that holds text alone. */
  public Markup element(String tag, String text, String... attributes) {
    return open(tag, attributes).text(text).close();
  }

  /** An element without content, such as {@code meta} or an SVG shape. */
  public Markup empty(String tag, String... attributes) {
    start(tag, attributes);
    out.append("/>");
    return this;
  }

  /** Text, escaped. */
  public Markup text(String text) {
    escape(text);
    return this;
  }

  /** A line break in the source, for whoever reads it. */
  public Markup line() {
    out.append('\n');
    return this;
  }

  /** A style sheet of ours, which is no data and is not escaped. */
  public Markup style(Style style) {
    out.append("<style>").append(style.text()).append("</style>");
    return this;
  }

  /** An id that no other element has. */
  public String nextId() {
    lastId++;
    return "i" + lastId;
  }

  /** The whole document. Every element must be closed. */
  public String document() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("still open: " + open);
    }
    return "<!DOCTYPE html>\n" + out + '\n';
  }

  private void start(String tag, String[] attributes) {
    out.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      if (!attributes[i + 1].isEmpty()) {
        out.append(' ').append(attributes[i]).append("=\"");
        escape(attributes[i + 1]);
        out.append('"');
      }
    }
  }

  private void escape(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        case '\n', '\t' -> out.append(c);
        default -> out.append(shown(text, i, c));
      }
    }
  }

  /** Controls, direction marks and halves of pairs would not show, or would change what shows. */
  private static char shown(String text, int at, char c) {
    boolean control = c < ' ' || (c >= 0x7f && c < 0xa0);
    boolean direction = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    boolean half =
        Character.isHighSurrogate(c)
            ? at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1))
            : Character.isLowSurrogate(c)
                && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    return control || direction || half ? '\ufffd' : c;
  }
}
