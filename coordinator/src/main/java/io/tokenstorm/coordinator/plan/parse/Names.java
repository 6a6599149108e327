package io.tokenstorm.coordinator.plan.parse;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Names that a user gives: of the plan, its phases, routes and workloads. They stand in files,
 * tables and {@code --set} paths, so they are one word.
 */
public final class Names {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
  private static final String RULE =
      "up to 100 letters, digits, `.`, `_` and `-`, a letter or a digit first";

  private Names() {}

  /** What is wrong with a name, if anything is. */
  public static Optional<String> fault(String name) {
    return NAME.matcher(name).matches()
        ? Optional.empty()
        : Optional.of("this is no name; " + RULE + " would be right");
  }

  /** The name that a field holds; a wrong one is reported and given back as it is. */
  public static String read(Field field) {
    String name = field.text("");
    if (!name.isEmpty()) {
      fault(name).ifPresent(field::problem);
    }
    return name;
  }
}
