package io.tokenstorm.coordinator.plan.source;

import java.util.List;
import java.util.Map;

/**
 * A YAML document as a plain tree in which every part knows where it stands. Aliases are expanded,
 * keys are texts, no key occurs twice in one mapping.
 */
public sealed interface Tree {
  /** Where this value begins. */
  Location at();

  /** What this is, in words for a message; the text of a scalar is shown. */
  String describe();

  /** What kind of value this is, without its text. */
  String kind();

  /**
   * Keys with values, in the order of the text.
   *
   * @param at where it begins
   * @param entries by key
   */
  record Mapping(Location at, Map<String, Entry> entries) implements Tree {
    @Override
    public String describe() {
      return kind();
    }

    @Override
    public String kind() {
      return "a mapping";
    }
  }

  /**
   * The value of a key.
   *
   * @param keyAt where the key begins
   * @param value what it holds
   */
  record Entry(Location keyAt, Tree value) {}

  /**
   * A list.
   *
   * @param at where it begins
   * @param items in order
   */
  record Sequence(Location at, List<Tree> items) implements Tree {
    @Override
    public String describe() {
      return kind();
    }

    @Override
    public String kind() {
      return "a list";
    }
  }

  /**
   * A single value, as written.
   *
   * @param at where it begins
   * @param text without quotes, escapes replaced
   * @param plain whether it was written without quotes, so that it may be a number, a truth value
   *     or nothing
   */
  record Scalar(Location at, String text, boolean plain) implements Tree {
    private static final int SHOWN = 60;

    /** Whether this is YAML's null: nothing at all, {@code ~} or {@code null}. */
    public boolean isNull() {
      return plain
          && (text.isEmpty()
              || text.equals("~")
              || text.equals("null")
              || text.equals("Null")
              || text.equals("NULL"));
    }

    @Override
    public String describe() {
      if (isNull()) {
        return kind();
      }
      String shown = text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
      shown = shown.replaceAll("\\p{Cntrl}", " ");
      return plain ? shown : "the text \"" + shown + "\"";
    }

    @Override
    public String kind() {
      return isNull() ? "nothing" : "a single value";
    }
  }
}
