package io.tokenstorm.coordinator.page.chart;

import io.tokenstorm.coordinator.page.markup.DataTable;
import io.tokenstorm.coordinator.page.markup.Markup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A figure: title, what its numbers are (unit, window, count), legend, drawing, and behind it the
 * same numbers as a table. Layers are drawn in the order they were added, axes first.
 */
public final class Chart {
  private final String title;
  private final String basis;
  private final Plot plot;
  private final Map<String, String> legend = new LinkedHashMap<>();
  private final List<Consumer<Markup>> layers = new ArrayList<>();
  private String description = "";

  /**
   * An empty one.
   *
   * @param basis unit, window and count, in words
   */
  public Chart(String title, String basis, Axis x, Axis y) {
    this.title = title;
    this.basis = basis;
    this.plot = new Plot(x, y);
  }

  /** What a reader who does not see it should know; the basis if nothing is said. */
  public Chart describe(String text) {
    description = text;
    return this;
  }

  /** A legend's entry. */
  public Chart legend(String cssClass, String text) {
    legend.put(cssClass, text);
    return this;
  }

  /** A stroke through points, which are pairs of x and y; broken where y is not a number. */
  public Chart line(String cssClass, List<double[]> points) {
    return path("line " + cssClass, plot.line(points(points)));
  }

  /** A dot a point. */
  public Chart dots(String cssClass, List<double[]> points) {
    return path("dots " + cssClass, plot.dots(points(points)));
  }

  /** The area below stairs, each step from its x to the next point's, the last to {@code end}. */
  public Chart stairs(String cssClass, List<double[]> points, double end) {
    return path("area " + cssClass, plot.stairs(points(points), end));
  }

  /** A map of counts, darker where there are more. */
  public Chart heat(Heat heat) {
    layers.add(page -> heat.writeTo(page, plot));
    return this;
  }

  /** A band over the whole height, such as a window. */
  public Chart band(String cssClass, double from, double to) {
    double left = plot.left(from);
    double width = plot.left(to) - left;
    layers.add(
        page ->
            page.empty(
                "rect",
                "class",
                cssClass,
                "x",
                Plot.number(left),
                "y",
                Plot.number(Plot.TOP),
                "width",
                Plot.number(Math.max(0, width)),
                "height",
                Plot.number(Plot.BOTTOM - Plot.TOP)));
    return this;
  }

  /** An upright line with a word at its top. */
  public Chart mark(String cssClass, double x, String word) {
    double left = plot.left(x);
    boolean flip = left > Plot.RIGHT - 7.0 * word.length();
    layers.add(
        page -> {
          page.empty(
              "path",
              "class",
              cssClass,
              "d",
              "M" + Plot.number(left) + " " + Plot.number(Plot.TOP) + "V" + (int) Plot.BOTTOM);
          page.element(
              "text",
              word,
              "class",
              "word",
              "x",
              Plot.number(flip ? left - 3 : left + 3),
              "y",
              Plot.number(Plot.TOP - 5),
              "text-anchor",
              flip ? "end" : "");
        });
    return this;
  }

  /** Short upright strokes at the foot, such as errors. */
  public Chart feet(String cssClass, List<Double> xs) {
    StringBuilder path = new StringBuilder();
    String last = "";
    for (double x : xs) {
      String left = Plot.number(plot.left(x));
      if (!left.equals(last)) {
        path.append('M').append(left).append(' ').append((int) Plot.BOTTOM).append("v-9");
        last = left;
      }
    }
    return path("feet " + cssClass, path.toString());
  }

  private Chart path(String cssClass, String path) {
    if (!path.isEmpty()) {
      layers.add(page -> page.empty("path", "class", cssClass, "d", path));
    }
    return this;
  }

  /** Writes the figure, with the table of what it shows. */
  public void writeTo(Markup page, DataTable table) {
    page.line().open("figure", "class", "chart");
    page.open("figcaption").element("h3", title).element("p", basis, "class", "basis");
    if (!legend.isEmpty()) {
      page.open("ul", "class", "legend");
      legend.forEach((css, text) -> page.element("li", text, "class", css));
      page.close();
    }
    page.close();
    drawing(page);
    page.open("details").element("summary", "Table");
    table.writeTo(page);
    page.close().close();
  }

  private void drawing(Markup page) {
    String name = page.nextId();
    String what = page.nextId();
    page.open(
        "svg",
        "viewBox",
        "0 0 " + (int) Plot.WIDTH + " " + (int) Plot.HEIGHT,
        "role",
        "img",
        "aria-labelledby",
        name + " " + what);
    page.element("title", title, "id", name);
    page.element("desc", description.isEmpty() ? basis : description, "id", what);
    Frame.writeTo(page, plot);
    layers.forEach(layer -> layer.accept(page));
    page.close();
  }

  private static List<Plot.Point> points(List<double[]> points) {
    List<Plot.Point> list = new ArrayList<>();
    for (double[] point : points) {
      list.add(new Plot.Point(point[0], point[1]));
    }
    return list;
  }
}
