package io.tokenstorm.coordinator.plan.parse;

import io.tokenstorm.coordinator.plan.source.Nearest;
import io.tokenstorm.coordinator.plan.source.Problems;
import io.tokenstorm.coordinator.plan.source.Tree;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One value of the tree and how it is read. What does not fit becomes a problem, and the reader
 * goes on with a fallback, so that one slip hides no other. Values that may be secrets are never
 * repeated in a message.
 *
 * @param tree the value
 * @param path where it stands in the plan, as {@code --set} names it
 * @param problems where problems go
 */
public record Field(Tree tree, String path, Problems problems) {
  private static final int LONGEST_TEXT = 10_000;
  private static final int LONGEST_LIST = 10_000;
  private static final Pattern WHOLE = Pattern.compile("[-+]?(0|[1-9][0-9]{0,30})");
  private static final Pattern NEARLY_WHOLE = Pattern.compile("[0-9][0-9_,']*(\\.0+)?");

  /** Adds a problem of this value. */
  public void problem(String message) {
    problems.add(tree.at(), path, message);
  }

  /** Adds a problem with what was probably meant. */
  public void problem(String message, String suggestion) {
    problems.add(tree.at(), path, message, suggestion);
  }

  /** Adds the problem that something else was expected here. */
  public void expected(String what, String suggestion) {
    if (tree instanceof Tree.Scalar scalar && scalar.isNull()) {
      problem("there is no value; give " + what + ", or remove the key");
    } else {
      problem("found " + found() + "; " + what + " would be right", suggestion);
    }
  }

  private String found() {
    boolean secret = path.startsWith("auth") || path.contains(".headers");
    return secret ? tree.kind() : tree.describe();
  }

  /** The scalar here, unless it is null or no scalar. */
  public Optional<Tree.Scalar> scalar() {
    return tree instanceof Tree.Scalar scalar && !scalar.isNull()
        ? Optional.of(scalar)
        : Optional.empty();
  }

  /** A text of at least one character; numbers and truth values count as written. */
  public String text(String fallback) {
    Optional<String> text = scalar().map(Tree.Scalar::text);
    if (text.isEmpty()) {
      expected("a text", "");
      return fallback;
    }
    String value = text.get();
    if (value.isBlank() || value.length() > LONGEST_TEXT) {
      problem(
          value.isBlank()
              ? "the text is empty; remove the key or give it a text"
              : "the text has over " + LONGEST_TEXT + " characters; shorten it");
      return fallback;
    }
    if (!printable(value)) {
      problem("the text holds a control character; remove it");
      return fallback;
    }
    return value;
  }

  /** A path on a server as it stands in a URL, from its slash on; a query may follow. */
  public String urlPath(String example) {
    String path = text(example);
    String wrong = Urls.wrongPath(path);
    if (!wrong.isEmpty()) {
      boolean slashless = !path.startsWith("/") && Urls.wrongPath("/" + path).isEmpty();
      problem("not a path: " + wrong + "; such as " + example, slashless ? "/" + path : "");
      return example;
    }
    return path;
  }

  /** Whether a text has no control characters but line ends and tabs, and no half characters. */
  static boolean printable(String text) {
    return text.codePoints().noneMatch(Field::unprintable);
  }

  private static boolean unprintable(int point) {
    int type = Character.getType(point);
    return type == Character.SURROGATE
        || (type == Character.CONTROL && point != '\n' && point != '\t');
  }

  /** A whole number within bounds, both included. */
  public long whole(long min, long max, long fallback) {
    Optional<Tree.Scalar> scalar = scalar();
    String what = "a whole number from " + min + " to " + max;
    if (scalar.isEmpty()) {
      expected(what, "");
      return fallback;
    }
    String text = scalar.get().text();
    if (!scalar.get().plain() || !WHOLE.matcher(text).matches()) {
      boolean near = NEARLY_WHOLE.matcher(text).matches() && text.length() < 30;
      expected(what, near ? plainNumber(text) : "");
      return fallback;
    }
    BigInteger number = new BigInteger(text);
    if (number.compareTo(BigInteger.valueOf(min)) < 0
        || number.compareTo(BigInteger.valueOf(max)) > 0) {
      problem(text + " is out of range; " + what + " would be right");
      return fallback;
    }
    return number.longValueExact();
  }

  private static String plainNumber(String text) {
    String digits = text.replaceAll("\\.0+$", "").replaceAll("[_,']", "");
    return new BigInteger(digits).toString();
  }

  /** {@code true} or {@code false}. */
  public boolean flag(boolean fallback) {
    Optional<String> text = scalar().filter(Tree.Scalar::plain).map(Tree.Scalar::text);
    if (text.isPresent() && (text.get().equals("true") || text.get().equals("false"))) {
      return text.get().equals("true");
    }
    String written = scalar().map(Tree.Scalar::text).orElse("").toLowerCase(java.util.Locale.ROOT);
    String suggestion =
        List.of("true", "yes", "on", "1", "y").contains(written)
            ? "true"
            : List.of("false", "no", "off", "0", "n").contains(written) ? "false" : "";
    expected("true or false", suggestion);
    return fallback;
  }

  /** A duration longer than zero, at most a week. */
  public Duration duration(Duration fallback) {
    Duration value = durationFromZero(fallback);
    if (value.isZero()) {
      problem("0 is too short; a duration longer than zero would be right");
      return fallback;
    }
    return value;
  }

  /** A duration of zero or more, at most a week. */
  public Duration durationFromZero(Duration fallback) {
    String text = scalar().map(Tree.Scalar::text).orElse("");
    Optional<Duration> value = DurationText.read(text);
    if (value.isEmpty()) {
      expected(
          "a duration with its unit, such as 60s, 10m, 500ms or 1h", DurationText.suggestion(text));
      return fallback;
    }
    if (value.get().compareTo(DurationText.MAX) > 0) {
      problem(text + " is too long; at most " + DurationText.write(DurationText.MAX));
      return fallback;
    }
    return value.get();
  }

  /** One of a few words. */
  public <T> T choice(Map<String, T> words, T fallback) {
    String text = scalar().map(Tree.Scalar::text).orElse("");
    T value = words.get(text);
    if (value == null) {
      expected(String.join(" or ", words.keySet()), Nearest.of(text, words.keySet()));
      return fallback;
    }
    return value;
  }

  /** The items of a list, paths numbered from 0. */
  public List<Field> items(String what) {
    if (!(tree instanceof Tree.Sequence sequence)) {
      expected("a list of " + what, "");
      return List.of();
    }
    if (sequence.items().size() > LONGEST_LIST) {
      problem("the list has over " + LONGEST_LIST + " items; shorten it");
      return List.of();
    }
    List<Field> items = new ArrayList<>();
    for (int i = 0; i < sequence.items().size(); i++) {
      items.add(new Field(sequence.items().get(i), path + "." + i, problems));
    }
    return items;
  }

  /** The same value under another path. */
  public Field named(String newPath) {
    return new Field(tree, newPath, problems);
  }
}
