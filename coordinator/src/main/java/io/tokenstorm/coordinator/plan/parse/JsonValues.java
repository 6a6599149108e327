package io.tokenstorm.coordinator.plan.parse;

import io.tokenstorm.coordinator.plan.source.Tree;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads any part of the tree as a JSON value: mappings, lists, texts, {@code true}, {@code false},
 * {@code null} and numbers as YAML's JSON schema has them. Numbers become the types that the JSON
 * reader gives, so that a plan equals itself after its JSON form was read back.
 */
final class JsonValues {
  private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]*)");
  private static final Pattern DECIMAL =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
  private static final int LONGEST_NUMBER = 40;

  private JsonValues() {}

  static @Nullable Object read(Field field) {
    if (field.tree() instanceof Tree.Mapping) {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      Fields.open(field, "a JSON object").all().forEach((key, value) -> put(map, key, value));
      return Collections.unmodifiableMap(map);
    }
    if (field.tree() instanceof Tree.Sequence) {
      List<@Nullable Object> list = new ArrayList<>();
      field.items("values").forEach(item -> list.add(read(item)));
      return Collections.unmodifiableList(list);
    }
    return field.scalar().map(scalar -> scalar(field, scalar)).orElse(null);
  }

  private static void put(Map<String, @Nullable Object> map, String key, Field value) {
    if (Field.printable(key)) {
      map.put(key, read(value));
    } else {
      value.problem("the key holds a control character; remove it");
    }
  }

  private static Object scalar(Field field, Tree.Scalar scalar) {
    String text = scalar.text();
    if (!scalar.plain()) {
      return text.isBlank() ? text : field.text("");
    }
    if (text.equals("true") || text.equals("false")) {
      return text.equals("true");
    }
    if (DECIMAL.matcher(text).matches()) {
      return number(field, text);
    }
    return field.text("");
  }

  private static Number number(Field field, String text) {
    if (text.length() > LONGEST_NUMBER) {
      field.problem("a number of " + text.length() + " characters; at most " + LONGEST_NUMBER);
      return 0;
    }
    if (!WHOLE.matcher(text).matches()) {
      double value = Double.parseDouble(text);
      if (Double.isInfinite(value)) {
        field.problem(text + " is too large for a number; quote it if it is a text");
        return 0;
      }
      return value;
    }
    BigInteger value = new BigInteger(text);
    if (value.bitLength() < 32) {
      return value.intValueExact();
    }
    return value.bitLength() < 64 ? (Number) value.longValueExact() : value;
  }
}
