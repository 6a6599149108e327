package io.tokenstorm.coordinator.matrix.read;

import io.tokenstorm.coordinator.matrix.ColdCache;
import io.tokenstorm.coordinator.matrix.MatrixGrid;
import io.tokenstorm.coordinator.matrix.MatrixGrid.Search;
import io.tokenstorm.coordinator.matrix.RowCommand;
import io.tokenstorm.coordinator.plan.parse.Field;
import io.tokenstorm.coordinator.plan.parse.Fields;
import io.tokenstorm.coordinator.plan.parse.SettingsParser;
import io.tokenstorm.coordinator.plan.source.Tree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads which rows a matrix has. */
final class GridParser {
  private static final Pattern AXIS = Pattern.compile("[a-z][a-z0-9_]{0,39}");
  private static final int MOST_TOKENS = (int) SettingsParser.MAX_TOKENS;
  private static final int MOST_REPEATS = 1_000;

  private GridParser() {}

  static MatrixGrid read(Fields plan) {
    List<Integer> lengths =
        plan.require("lengths", "`lengths: [65536, 131072]`, tokens of the prompts")
            .map(GridParser::lengths)
            .orElse(List.of(1));
    return new MatrixGrid(
        lengths,
        plan.read("context_pad", value -> (int) value.whole(0, MOST_TOKENS, 0), 0),
        plan.read("axes", GridParser::axes, Map.of()),
        plan.get("search").map(GridParser::search).orElse(null),
        plan.read("repeats", value -> (int) value.whole(1, MOST_REPEATS, 1), 1),
        plan.read("cold", GridParser::cold, new ColdCache.Restart()));
  }

  private static List<Integer> lengths(Field field) {
    List<Integer> lengths = new ArrayList<>();
    int last = 0;
    for (Field item : field.items("lengths in tokens")) {
      int length = (int) item.whole(1, MOST_TOKENS, 1);
      if (length <= last) {
        item.problem("a length of " + length + " after " + last + "; let lengths rise");
      }
      last = Math.max(last, length);
      lengths.add(length);
    }
    if (lengths.isEmpty()) {
      field.problem("there is no length; `[65536, 131072]` would be right");
      return List.of(1);
    }
    return List.copyOf(lengths);
  }

  private static Map<String, List<String>> axes(Field field) {
    Map<String, List<String>> axes = new LinkedHashMap<>();
    Fields.open(field, "axes: names with lists of values")
        .all()
        .forEach(
            (name, values) -> {
              if (!AXIS.matcher(name).matches()) {
                values.problem(
                    "this is no name of an axis; lower-case letters, digits and `_`, a letter"
                        + " first, would be right");
              } else if (RowCommand.BUILT_IN.contains(name)) {
                values.problem("{" + name + "} has its value already; name the axis otherwise");
              } else {
                axes.put(name, values(values));
              }
            });
    return Collections.unmodifiableMap(axes);
  }

  private static List<String> values(Field field) {
    if (field.tree() instanceof Tree.Scalar) {
      return List.of(field.text(""));
    }
    List<String> values = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Field item : field.items("values")) {
      String value = item.text("");
      if (!seen.add(value)) {
        item.problem("the value " + value + " stands here twice; remove one");
      }
      values.add(value);
    }
    if (values.isEmpty()) {
      field.problem("this axis has no value; give it one, or remove it");
    }
    return List.copyOf(values);
  }

  private static @Nullable Search search(Field field) {
    if (field.scalar().isPresent()) {
      return field.choice(Map.of("max-context", Search.DEFAULT), Search.DEFAULT);
    }
    return Fields.of(field, MatrixSections.SEARCH)
        .require("max_context", "`max_context: {granularity: 4096}`")
        .map(GridParser::maxContext)
        .orElse(null);
  }

  private static Search maxContext(Field field) {
    Fields fields = Fields.of(field, MatrixSections.MAX_CONTEXT);
    Search usual = Search.DEFAULT;
    return new Search(
        fields.read(
            "granularity",
            value -> (int) value.whole(1, MOST_TOKENS, usual.granularity()),
            usual.granularity()),
        fields.read(
            "up_to", value -> (int) value.whole(1, MOST_TOKENS, usual.upTo()), usual.upTo()));
  }

  private static ColdCache cold(Field field) {
    Map<String, ColdCache> words = new TreeMap<>();
    words.put("restart", new ColdCache.Restart());
    words.put("salt", new ColdCache.Salt());
    if (field.tree() instanceof Tree.Mapping) {
      return Fields.of(field, MatrixSections.COLD)
          .require("reset", "`reset: /reset_prefix_cache`, a path of the server")
          .map(path -> new ColdCache.Reset(path.urlPath("/reset_prefix_cache")))
          .map(ColdCache.class::cast)
          .orElse(new ColdCache.Restart());
    }
    return field.choice(words, new ColdCache.Restart());
  }
}
