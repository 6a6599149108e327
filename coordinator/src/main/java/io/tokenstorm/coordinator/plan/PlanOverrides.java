package io.tokenstorm.coordinator.plan;

import io.tokenstorm.coordinator.plan.source.Location;
import io.tokenstorm.coordinator.plan.source.Nearest;
import io.tokenstorm.coordinator.plan.source.Problems;
import io.tokenstorm.coordinator.plan.source.Tree;
import io.tokenstorm.coordinator.plan.source.YamlSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Changes a plan's tree before it is read: {@code --set path=value}. A path is made of keys joined
 * by dots; items of a list go by their {@code name} or their place from 0; {@code *} stands for
 * every key or item. The value is YAML. Keys of the grammar that are not there are made, names of
 * routes, workloads and phases are not. What is changed stands, for any problem, at the option.
 */
public final class PlanOverrides {
  private final Location option;
  private final Tree value;
  private final Problems problems;

  private PlanOverrides(Location option, Tree value, Problems problems) {
    this.option = option;
    this.value = value;
    this.problems = problems;
  }

  /** The tree with every option applied, in order; what cannot be applied is a problem. */
  public static Tree apply(Tree root, List<String> sets, Problems problems) {
    Tree tree = root;
    for (String set : sets) {
      tree = apply(tree, set, problems);
    }
    return tree;
  }

  private static Tree apply(Tree root, String set, Problems problems) {
    int equals = set.indexOf('=');
    String path = equals < 0 ? set : set.substring(0, equals).strip();
    if (equals < 1 || path.isEmpty() || List.of(path.split("\\.", -1)).contains("")) {
      problems.add(
          Location.whole("--set " + (equals < 0 ? set : path + "=…")),
          "",
          "this is no path=value; such as phases.NAME.concurrency=64");
      return root;
    }
    String text = set.substring(equals + 1);
    boolean secret = path.startsWith("auth") || path.contains("headers");
    Location option = Location.whole("--set " + path + "=" + (secret ? "…" : text));
    Optional<Tree> value = YamlSource.value(option, text, problems);
    if (value.isEmpty()) {
      return root;
    }
    return new PlanOverrides(option, value.get(), problems)
        .set(root, "", List.of(path.split("\\.")));
  }

  private Tree set(Tree tree, String path, List<String> rest) {
    if (rest.isEmpty()) {
      return value;
    }
    if (tree instanceof Tree.Mapping mapping) {
      return inMapping(mapping, path, rest);
    }
    if (tree instanceof Tree.Sequence list) {
      return inList(list, path, rest);
    }
    problems.add(option, path, "this is a single value; set it as a whole: --set " + path + "={…}");
    return tree;
  }

  private Tree inMapping(Tree.Mapping mapping, String path, List<String> rest) {
    Map<String, Tree.Entry> entries = new LinkedHashMap<>(mapping.entries());
    if (rest.get(0).equals("*")) {
      noneMatches(entries.isEmpty(), path);
      entries.replaceAll((key, entry) -> changed(entry, join(path, key), tail(rest, 1)));
      return new Tree.Mapping(mapping.at(), entries);
    }
    int length = matching(entries, rest);
    String key = String.join(".", rest.subList(0, Math.max(1, length)));
    List<String> below = tail(rest, Math.max(1, length));
    Tree.Entry entry = entries.get(key);
    if (entry != null) {
      entries.put(key, changed(entry, join(path, key), below));
    } else if (path.equals("routes") || path.equals("workloads")) {
      String what = path.substring(0, path.length() - 1);
      unknown(join(path, key), "no " + what + " is named " + key, key, entries.keySet());
      return mapping;
    } else {
      entries.put(key, new Tree.Entry(option, made(join(path, key), below)));
    }
    return new Tree.Mapping(mapping.at(), entries);
  }

  private Tree.Entry changed(Tree.Entry entry, String path, List<String> rest) {
    return new Tree.Entry(entry.keyAt(), set(entry.value(), path, rest));
  }

  /** Keys that hold a dot: as many steps as make a key that is there; 0 if none do. */
  private static int matching(Map<String, Tree.Entry> entries, List<String> rest) {
    for (int length = rest.size(); length > 0; length--) {
      if (entries.containsKey(String.join(".", rest.subList(0, length)))) {
        return length;
      }
    }
    return 0;
  }

  private Tree made(String path, List<String> rest) {
    return rest.isEmpty() ? value : set(new Tree.Mapping(option, Map.of()), path, rest);
  }

  private Tree inList(Tree.Sequence list, String path, List<String> rest) {
    List<Tree> items = new ArrayList<>(list.items());
    List<String> names = items.stream().map(PlanOverrides::name).toList();
    if (rest.get(0).equals("*")) {
      noneMatches(items.isEmpty(), path);
      for (int i = 0; i < items.size(); i++) {
        items.set(i, set(items.get(i), item(path, names, i), tail(rest, 1)));
      }
      return new Tree.Sequence(list.at(), List.copyOf(items));
    }
    for (int length = rest.size(); length > 0; length--) {
      int index = names.indexOf(String.join(".", rest.subList(0, length)));
      if (index >= 0) {
        items.set(index, set(items.get(index), item(path, names, index), tail(rest, length)));
        return new Tree.Sequence(list.at(), List.copyOf(items));
      }
    }
    String step = rest.get(0);
    if (step.matches("[0-9]{1,9}") && Integer.parseInt(step) < items.size()) {
      int index = Integer.parseInt(step);
      items.set(index, set(items.get(index), item(path, names, index), tail(rest, 1)));
      return new Tree.Sequence(list.at(), List.copyOf(items));
    }
    unknown(
        join(path, step),
        "the list has " + items.size() + " items, none named or numbered " + step,
        step,
        names.stream().filter(name -> !name.isEmpty()).toList());
    return list;
  }

  private void unknown(
      String path, String message, String word, java.util.Collection<String> known) {
    String there = known.isEmpty() ? "" : "; there are " + String.join(", ", known);
    problems.add(option, path, message + there, Nearest.of(word, known));
  }

  private void noneMatches(boolean empty, String path) {
    if (empty) {
      problems.add(option, path, "there is nothing here for `*` to stand for");
    }
  }

  private static String item(String path, List<String> names, int index) {
    return join(path, names.get(index).isEmpty() ? String.valueOf(index) : names.get(index));
  }

  private static String name(Tree item) {
    if (item instanceof Tree.Mapping mapping) {
      Tree.Entry name = mapping.entries().get("name");
      return name != null && name.value() instanceof Tree.Scalar scalar ? scalar.text() : "";
    }
    return "";
  }

  private static List<String> tail(List<String> steps, int from) {
    return steps.subList(from, steps.size());
  }

  private static String join(String path, String step) {
    return path.isEmpty() ? step : path + "." + step;
  }
}
