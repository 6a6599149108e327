package io.tokenstorm.coordinator.page.chart;

import io.tokenstorm.coordinator.page.markup.Markup;

/**
 * Counts over a grid of cells. Cells are drawn in {@value #LEVELS} shades by the logarithm of their
 * count; all cells of one shade are one path, so that its size depends on the grid and not on the
 * number of requests.
 */
public final class Heat {
  /** Shades. */
  public static final int LEVELS = 5;

  private final Axis x;
  private final Axis y;
  private final int[][] counts;
  private int most;

  /**
   * An empty one.
   *
   * @param columns cells along {@code x}
   * @param rows cells along {@code y}
   */
  public Heat(Axis x, Axis y, int columns, int rows) {
    this.x = x;
    this.y = y;
    this.counts = new int[columns][rows];
  }

  /** Takes a value. */
  public void add(double atX, double atY) {
    int column = cell(x.at(atX), counts.length);
    int row = cell(y.at(atY), counts[0].length);
    counts[column][row]++;
    most = Math.max(most, counts[column][row]);
  }

  private static int cell(double position, int cells) {
    return Math.min(cells - 1, (int) (position * cells));
  }

  void writeTo(Markup page, Plot plot) {
    double width = (Plot.RIGHT - Plot.LEFT) / counts.length;
    double height = (Plot.BOTTOM - Plot.TOP) / counts[0].length;
    page.open("g", "class", "heat", "stroke-width", Plot.number(height));
    for (int level = 1; level <= LEVELS; level++) {
      String path = path(level, width, height);
      if (!path.isEmpty()) {
        page.empty("path", "class", "l" + level, "d", path);
      }
    }
    page.close();
  }

  /** Neighbours of the same shade in a row are one stroke. */
  private String path(int level, double width, double height) {
    StringBuilder path = new StringBuilder();
    for (int row = 0; row < counts[0].length; row++) {
      int column = 0;
      while (column < counts.length) {
        int end = column;
        while (end < counts.length && level(counts[end][row]) == level) {
          end++;
        }
        if (end > column) {
          long left = Math.round(Plot.LEFT + column * width);
          path.append('M').append(left).append(' ');
          path.append(Plot.number(Plot.BOTTOM - (row + 0.5) * height)).append('h');
          path.append(Math.round(Plot.LEFT + end * width) - left);
        }
        column = Math.max(end, column + 1);
      }
    }
    return path.toString();
  }

  private int level(int count) {
    if (count == 0) {
      return 0;
    }
    double share = StrictMath.log(1 + count) / StrictMath.log(1 + most);
    return Math.max(1, (int) Math.ceil(share * LEVELS - 1e-9));
  }
}
