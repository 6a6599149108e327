package io.tokenstorm.coordinator.sweep.result;

import io.tokenstorm.coordinator.matrix.MatrixGrid.Search;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Where the longest context that works lies, as far as is known, and which length to try next:
 * twice the longest that worked until one fails, then the middle between the two. A pure function
 * of what was found so far, so that a search goes on where it was cut off. A failure below a
 * success counts for nothing: it was no matter of length.
 */
final class ContextEdge {
  private final NavigableMap<Integer, Boolean> tried = new TreeMap<>();

  /** Takes what came of a length. */
  void add(int length, boolean worked) {
    tried.merge(length, worked, Boolean::logicalOr);
  }

  /** The longest that worked. */
  OptionalInt longestSuccess() {
    return tried.descendingMap().entrySet().stream()
        .filter(entry -> entry.getValue())
        .mapToInt(entry -> entry.getKey())
        .findFirst();
  }

  /** The shortest beyond it that did not. */
  OptionalInt shortestFailure() {
    return tried.tailMap(longestSuccess().orElse(0), false).keySet().stream()
        .mapToInt(Integer::intValue)
        .findFirst();
  }

  /** The length to try next; none once the edge is known to the search's granularity. */
  OptionalInt next(Search search) {
    int low = longestSuccess().orElse(0);
    OptionalInt failed = shortestFailure();
    if (failed.isEmpty()) {
      long step = rounded(low + (long) search.granularity(), search);
      int next = (int) Math.min(Math.max(rounded(2L * low, search), step), search.upTo());
      return next > low ? OptionalInt.of(next) : OptionalInt.empty();
    }
    int high = failed.getAsInt();
    int middle = (int) rounded(low + (high - low) / 2L, search);
    if (high - low <= search.granularity() || middle >= high) {
      return OptionalInt.empty();
    }
    int next = middle > low ? middle : (int) rounded(low + (long) search.granularity(), search);
    return next > low && next < high ? OptionalInt.of(next) : OptionalInt.empty();
  }

  /** Down to a multiple of the granularity. */
  private static long rounded(long length, Search search) {
    return length - length % search.granularity();
  }
}
