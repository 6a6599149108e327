package io.tokenstorm.coordinator.matrix;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with places for values: {@code {name}}, the name being lower-case letters, digits and
 * {@code _}. Other braces, such as those of JSON, stay as they are; a name between double braces
 * stays as the same between single ones.
 */
public final class Template {
  private static final Pattern PLACE =
      Pattern.compile("\\{\\{([a-z][a-z0-9_]*)\\}\\}|\\{([a-z][a-z0-9_]*)\\}");

  private Template() {}

  /** The names in it, in order. */
  public static Set<String> names(String template) {
    Set<String> names = new LinkedHashSet<>();
    Matcher place = PLACE.matcher(template);
    while (place.find()) {
      String name = place.group(2);
      if (name != null) {
        names.add(name);
      }
    }
    return names;
  }

  /**
   * The text with every place filled.
   *
   * @throws IllegalArgumentException if a name has no value; plans are checked for that when read
   */
  public static String fill(String template, Map<String, String> values) {
    return PLACE
        .matcher(template)
        .replaceAll(
            found -> {
              String name = found.group(2);
              if (name == null) {
                return Matcher.quoteReplacement("{" + found.group(1) + "}");
              }
              String value = values.get(name);
              if (value == null) {
                throw new IllegalArgumentException("no value for {" + name + "}");
              }
              return Matcher.quoteReplacement(value);
            });
  }
}
