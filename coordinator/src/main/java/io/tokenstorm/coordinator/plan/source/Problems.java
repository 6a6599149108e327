package io.tokenstorm.coordinator.plan.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Collects what is wrong, so that a user hears all of it at once. One path has one problem: the
 * first, since later ones mostly follow from it.
 */
public final class Problems {
  private static final int LIMIT = 100;

  private final List<Problem> found = new ArrayList<>();

  /** Adds a problem for which nothing better can be suggested. */
  public void add(Location at, String path, String message) {
    add(at, path, message, "");
  }

  /** Adds a problem; {@code suggestion} is empty where there is none. */
  public void add(Location at, String path, String message, String suggestion) {
    if (path.isEmpty() || !has(path)) {
      found.add(new Problem(at.source(), at.line(), at.column(), path, message, suggestion));
    }
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  /** Whether something is wrong with just this path. */
  public boolean has(String path) {
    return found.stream().anyMatch(problem -> problem.path().equals(path));
  }

  /** Whether something is wrong with this path, with what holds it or with what it holds. */
  public boolean touches(String path) {
    return found.stream()
        .map(Problem::path)
        .filter(other -> !other.isEmpty())
        .anyMatch(
            other ->
                other.equals(path) || other.startsWith(path + ".") || path.startsWith(other + "."));
  }

  /** In the order of the text, options last; at most a hundred, the last one saying so. */
  public List<Problem> inOrder() {
    Comparator<Problem> order =
        Comparator.<Problem>comparingInt(problem -> problem.line() == 0 ? 1 : 0)
            .thenComparingInt(Problem::line)
            .thenComparingInt(Problem::column);
    List<Problem> sorted = found.stream().sorted(order).toList();
    if (sorted.size() <= LIMIT) {
      return sorted;
    }
    List<Problem> first = new ArrayList<>(sorted.subList(0, LIMIT));
    Problem last = sorted.get(LIMIT);
    first.add(
        new Problem(
            last.file(),
            last.line(),
            last.column(),
            "",
            "and " + (sorted.size() - LIMIT) + " more problems from here on",
            ""));
    return List.copyOf(first);
  }
}
