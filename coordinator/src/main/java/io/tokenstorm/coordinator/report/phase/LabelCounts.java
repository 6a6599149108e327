package io.tokenstorm.coordinator.report.phase;

import java.util.Map;
import java.util.TreeMap;

/** Counts by label. Quick where the same label comes again and again. */
final class LabelCounts {
  private final Map<String, Cell> cells = new TreeMap<>();
  private String last = "";
  private Cell lastCell = new Cell();

  private static final class Cell {
    private long count;
  }

  void add(String label) {
    if (lastCell.count == 0 || !label.equals(last)) {
      last = label;
      lastCell = cells.computeIfAbsent(label, l -> new Cell());
    }
    lastCell.count++;
  }

  /** By label, in its order. */
  Map<String, Long> counts() {
    Map<String, Long> counts = new TreeMap<>();
    cells.forEach((label, cell) -> counts.put(label, cell.count));
    return counts;
  }
}
