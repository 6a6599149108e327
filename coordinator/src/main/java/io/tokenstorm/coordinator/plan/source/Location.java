package io.tokenstorm.coordinator.plan.source;

import org.jspecify.annotations.Nullable;

/**
 * A place in a text that a user wrote.
 *
 * @param source the file's name as the user gave it, or the option that brought the value, such as
 *     {@code --set seed=3}
 * @param line from 1; 0 if the source has no lines
 * @param column in characters, from 1; 0 if the source has no lines
 */
public record Location(String source, int line, int column) {
  /** The source as a whole. */
  public static Location whole(String source) {
    return new Location(source, 0, 0);
  }

  /**
   * Where a value stands in a tree; if it is not there, where the nearest that should hold it does.
   *
   * @param steps keys (texts) and places in lists (numbers from 0), from the root
   */
  public static Location of(Tree root, Object... steps) {
    Tree tree = root;
    for (Object step : steps) {
      Tree next = below(tree, step);
      if (next == null) {
        return tree.at();
      }
      tree = next;
    }
    return tree.at();
  }

  /** Whether there is a value at the end of these steps. */
  public static boolean exists(Tree root, Object... steps) {
    Tree tree = root;
    for (Object step : steps) {
      tree = tree == null ? null : below(tree, step);
    }
    return tree != null;
  }

  private static @Nullable Tree below(Tree tree, Object step) {
    if (tree instanceof Tree.Mapping mapping && step instanceof String key) {
      Tree.Entry entry = mapping.entries().get(key);
      return entry == null ? null : entry.value();
    }
    if (tree instanceof Tree.Sequence list && step instanceof Integer index) {
      return index < list.items().size() ? list.items().get(index) : null;
    }
    return null;
  }

  /** {@code file:line:column}, or the source alone where it has no lines. */
  @Override
  public String toString() {
    return line == 0 ? source : source + ":" + line + ":" + column;
  }
}
