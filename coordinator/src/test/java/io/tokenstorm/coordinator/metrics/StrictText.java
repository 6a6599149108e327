package io.tokenstorm.coordinator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads Prometheus' text format and fails at whatever breaks it or its conventions: names, one HELP
 * and one TYPE before a family's samples, families in one piece, no series twice, counters named
 * {@code _total}, histograms cumulative with {@code +Inf} equal to their count.
 */
public final class StrictText {
  private static final Pattern SAMPLE =
      Pattern.compile("([a-z][a-z0-9_]*)(?:\\{(.*)\\})? (NaN|[+-]Inf|-?[0-9.]+(?:E-?[0-9]+)?)");
  private static final Pattern LABEL =
      Pattern.compile("([a-z_]+)=\"((?:[^\"\\\\]|\\\\.)*)\"(?:,|$)");

  /** One sample. */
  public record Sample(String name, Map<String, String> labels, double value) {}

  private final Map<String, String> types = new LinkedHashMap<>();
  private final List<Sample> samples = new ArrayList<>();
  private String family = "";

  /** Reads all of it. */
  public StrictText(String text) {
    assertThat(text).endsWith("\n").doesNotContain("\r");
    Set<String> helped = new HashSet<>();
    for (String line : text.lines().toList()) {
      if (line.startsWith("# HELP ")) {
        assertThat(helped.add(line.split(" ")[2])).as(line).isTrue();
        assertThat(line.split(" ", 4)[3]).as(line).isNotBlank();
      } else if (line.startsWith("# TYPE ")) {
        String[] words = line.split(" ");
        family = words[2];
        assertThat(helped).as(line).contains(family);
        assertThat(types.put(family, words[3])).as(line).isNull();
      } else {
        sample(line);
      }
    }
    assertThat(samples.stream().map(s -> s.name() + s.labels())).doesNotHaveDuplicates();
    types.forEach(this::checkFamily);
  }

  private void sample(String line) {
    Matcher matcher = SAMPLE.matcher(line);
    assertThat(matcher.matches()).as(line).isTrue();
    String name = matcher.group(1);
    assertThat(name.replaceFirst("_(bucket|sum|count)$", ""))
        .as(line)
        .isEqualTo(family.replaceFirst("_(bucket|sum|count)$", ""));
    Map<String, String> labels = new LinkedHashMap<>();
    if (matcher.group(2) != null) {
      Matcher label = LABEL.matcher(matcher.group(2));
      int end = 0;
      while (end < matcher.group(2).length()) {
        assertThat(label.find(end) && label.start() == end).as(line).isTrue();
        assertThat(labels.put(label.group(1), label.group(2))).as(line).isNull();
        end = label.end();
      }
    }
    String value = matcher.group(3).replace("Inf", "Infinity");
    samples.add(new Sample(name, labels, Double.parseDouble(value)));
  }

  private void checkFamily(String name, String type) {
    assertThat(name).startsWith("tokenstorm_");
    assertThat(samples.stream().filter(s -> s.name().startsWith(name))).as(name).isNotEmpty();
    switch (type) {
      case "counter" -> assertThat(name).endsWith("_total");
      case "histogram" -> checkHistogram(name);
      case "gauge" -> assertThat(name).doesNotEndWith("_total");
      default -> throw new AssertionError(name + " is a " + type);
    }
  }

  private void checkHistogram(String name) {
    assertThat(name).endsWith("_seconds");
    for (Sample count : all(name + "_count")) {
      double below = 0;
      double bound = Double.NEGATIVE_INFINITY;
      for (Sample bucket : all(name + "_bucket")) {
        Map<String, String> labels = new LinkedHashMap<>(bucket.labels());
        String le = labels.remove("le");
        if (labels.equals(count.labels())) {
          double next = Double.parseDouble(le.replace("+Inf", "Infinity"));
          assertThat(next).as("%s %s", name, le).isGreaterThan(bound);
          assertThat(bucket.value()).as("%s %s", name, le).isGreaterThanOrEqualTo(below);
          below = bucket.value();
          bound = next;
        }
      }
      assertThat(bound).as(name).isInfinite();
      assertThat(below).as(name).isEqualTo(count.value());
    }
  }

  /** Types by family. */
  public Map<String, String> types() {
    return types;
  }

  /** All samples of a name. */
  public List<Sample> all(String name) {
    return samples.stream().filter(s -> s.name().equals(name)).toList();
  }

  /** The value of the one sample with these labels. */
  public double value(String name, String... labels) {
    Map<String, String> wanted = new LinkedHashMap<>();
    for (int i = 0; i < labels.length; i += 2) {
      wanted.put(labels[i], labels[i + 1]);
    }
    List<Sample> found = all(name).stream().filter(s -> s.labels().equals(wanted)).toList();
    assertThat(found).as("%s%s", name, wanted).hasSize(1);
    return found.get(0).value();
  }
}
