package io.tokenstorm.coordinator.plan.parse;

import io.tokenstorm.coordinator.plan.source.Location;
import io.tokenstorm.coordinator.plan.source.Nearest;
import io.tokenstorm.coordinator.plan.source.Tree;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A mapping of the plan and how its keys are read. Opening it reports every key that the {@link
 * Section} does not have.
 */
public final class Fields {
  private final Field owner;
  private final Map<String, Tree.Entry> entries;
  private final Set<String> misspelt = new HashSet<>();

  private Fields(Field owner, Map<String, Tree.Entry> entries) {
    this.owner = owner;
    this.entries = entries;
  }

  /** A mapping with the keys of a section; whatever else is there becomes a problem. */
  public static Fields of(Field owner, Section section) {
    Fields fields = open(owner, section.what());
    fields.entries.forEach((key, entry) -> fields.check(key, entry.keyAt(), section));
    return fields;
  }

  /** A mapping with any keys. */
  public static Fields open(Field owner, String what) {
    if (owner.tree() instanceof Tree.Mapping mapping) {
      return new Fields(owner, mapping.entries());
    }
    owner.expected("a mapping (`key: value`) for " + what, "");
    return new Fields(owner, Map.of());
  }

  private void check(String key, Location at, Section section) {
    if (section.keys().contains(key)) {
      return;
    }
    String reserved = Section.reserved(key);
    if (!reserved.isEmpty()) {
      owner.problems().add(at, path(key), reserved);
      return;
    }
    String meant = section.synonym(key);
    if (meant.isEmpty()) {
      meant = Nearest.of(key, absent(section));
    }
    if (meant.isEmpty()) {
      meant = Nearest.of(key, section.keys());
    }
    misspelt.add(meant);
    String message =
        meant.isEmpty()
            ? "unknown key; " + section.what() + " has " + String.join(", ", section.keys())
            : "unknown key in " + section.what();
    owner.problems().add(at, path(key), message, meant);
  }

  private List<String> absent(Section section) {
    return section.keys().stream().filter(word -> !entries.containsKey(word)).toList();
  }

  /** Where a key of this mapping stands in the plan. */
  public String path(String key) {
    return owner.path().isEmpty() ? key : owner.path() + "." + key;
  }

  public boolean has(String key) {
    return entries.containsKey(key);
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /** The value of a key, if the key is there. */
  public Optional<Field> get(String key) {
    Tree.Entry entry = entries.get(key);
    return entry == null
        ? Optional.empty()
        : Optional.of(new Field(entry.value(), path(key), owner.problems()));
  }

  /** The value of a key that must be there; a misspelt one was reported as such. */
  public Optional<Field> require(String key, String example) {
    Optional<Field> field = get(key);
    if (field.isEmpty() && owner.tree() instanceof Tree.Mapping && !misspelt.contains(key)) {
      owner
          .problems()
          .add(owner.tree().at(), path(key), "`" + key + "` is missing; add " + example);
    }
    return field;
  }

  /** All values by their keys, in the order of the text. */
  public Map<String, Field> all() {
    Map<String, Field> all = new LinkedHashMap<>();
    entries.forEach(
        (key, entry) -> all.put(key, new Field(entry.value(), path(key), owner.problems())));
    return all;
  }

  /** Where a key stands. */
  public Location keyAt(String key) {
    Tree.Entry entry = entries.get(key);
    return entry == null ? owner.tree().at() : entry.keyAt();
  }

  public String text(String key, String fallback) {
    return read(key, field -> field.text(fallback), fallback);
  }

  public boolean flag(String key, boolean fallback) {
    return read(key, field -> field.flag(fallback), fallback);
  }

  public Duration duration(String key, Duration fallback) {
    return read(key, field -> field.duration(fallback), fallback);
  }

  /** What a reader makes of a key's value, or the fallback if the key is not there. */
  public <T> T read(String key, Function<Field, T> reader, T fallback) {
    Optional<Field> field = get(key);
    return field.isPresent() ? reader.apply(field.get()) : fallback;
  }

  public Field owner() {
    return owner;
  }
}
