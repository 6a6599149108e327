package io.tokenstorm.coordinator.page.markup;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of text cells under one or two rows of heads, in a frame of its own that scrolls sideways
 * where the page is narrow. The first column names the row.
 */
public final class DataTable {
  private final String caption;
  private final List<Head> heads = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();
  private String cssClass = "";

  /**
   * An empty one.
   *
   * @param caption what it holds, for readers who do not see it
   */
  public DataTable(String caption) {
    this.caption = caption;
  }

  private record Head(String group, String title, boolean text) {}

  /** Another column, of numbers. */
  public DataTable column(String title) {
    return column("", title);
  }

  /** Another column, of numbers, below a head that neighbours share. */
  public DataTable column(String group, String title) {
    heads.add(new Head(group, title, false));
    return this;
  }

  /** Another column, of words. */
  public DataTable words(String title) {
    heads.add(new Head("", title, true));
    return this;
  }

  /** A class for the style sheet. */
  public DataTable styled(String name) {
    cssClass = name;
    return this;
  }

  /** Another row, one cell a column. */
  public DataTable row(List<String> cells) {
    if (cells.size() != heads.size()) {
      throw new IllegalArgumentException(cells.size() + " cells for " + heads.size() + " columns");
    }
    rows.add(List.copyOf(cells));
    return this;
  }

  /** Another row, one cell a column. */
  public DataTable row(String... cells) {
    return row(List.of(cells));
  }

  /** Writes it; nothing if it has no row. */
  public void writeTo(Markup page) {
    if (rows.isEmpty()) {
      return;
    }
    page.line();
    page.open("div", "class", "scroll", "role", "group", "aria-label", caption, "tabindex", "0");
    page.open("table", "class", cssClass);
    page.element("caption", caption, "class", "unseen");
    page.open("thead");
    if (heads.stream().anyMatch(h -> !h.group().isEmpty())) {
      groups(page);
    }
    page.open("tr");
    heads.forEach(h -> page.element("th", h.title(), "scope", "col", "class", kind(h)));
    page.close().close();
    page.open("tbody");
    rows.forEach(row -> body(page, row));
    page.close().close().close();
  }

  private void groups(Markup page) {
    page.open("tr", "class", "groups");
    for (int i = 0; i < heads.size(); ) {
      String group = heads.get(i).group();
      int end = i + 1;
      while (end < heads.size() && heads.get(end).group().equals(group)) {
        end++;
      }
      if (group.isEmpty()) {
        page.element("td", "", "colspan", Integer.toString(end - i));
      } else {
        page.element("th", group, "colspan", Integer.toString(end - i), "scope", "colgroup");
      }
      i = end;
    }
    page.close();
  }

  private void body(Markup page, List<String> row) {
    page.line().open("tr");
    page.element("th", row.get(0), "scope", "row");
    for (int i = 1; i < row.size(); i++) {
      page.element("td", row.get(i), "class", kind(heads.get(i)));
    }
    page.close();
  }

  private static String kind(Head head) {
    return head.text() ? "w" : "";
  }
}
