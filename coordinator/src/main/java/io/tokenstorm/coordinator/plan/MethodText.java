package io.tokenstorm.coordinator.plan;

import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * How a plan measures, in one line for the report: {@code closed-loop concurrency, per-phase
 * warmup, >=60 seconds measured, 256 output tokens, temperature=0, ignore_eos=true}. What differs
 * between phases is given as a range or named as varying; nothing is said that does not hold of
 * all.
 */
public final class MethodText {
  private MethodText() {}

  public static String of(Plan plan) {
    List<Phase> phases = plan.phases();
    List<String> parts = new ArrayList<>();
    parts.add("closed-loop concurrency");
    parts.add(warmup(phases));
    parts.add(measured(phases));
    parts.add(range(phases, phase -> (long) phase.request().outputTokens()) + " output tokens");
    sampling(phases, parts);
    requests(phases, parts);
    return String.join(", ", parts);
  }

  private static String warmup(List<Phase> phases) {
    long none = phases.stream().filter(phase -> phase.warmup().none()).count();
    if (none == phases.size()) {
      return "no warmup";
    }
    long busy = phases.stream().filter(phase -> !phase.warmup().drain()).count();
    String drained = busy == 0 ? "" : " (slots handed over busy in " + share(busy, phases) + ")";
    return (none == 0 ? "per-phase warmup" : "warmup except in " + share(none, phases)) + drained;
  }

  private static String share(long count, List<Phase> phases) {
    if (count == phases.size()) {
      return "all phases";
    }
    return count + " of " + phases.size() + " phases";
  }

  private static String measured(List<Phase> phases) {
    List<Phase> timed =
        phases.stream().filter(phase -> !phase.measure().atLeast().isZero()).toList();
    List<Phase> counted = phases.stream().filter(phase -> phase.measure().requests() > 0).toList();
    String time = timed.isEmpty() ? "" : ">=" + seconds(timed) + " seconds";
    String count =
        counted.isEmpty() ? "" : range(counted, phase -> phase.measure().requests()) + " requests";
    if (time.isEmpty() || count.isEmpty()) {
      return time + count + " measured";
    }
    boolean both = timed.size() == phases.size() && counted.size() == phases.size();
    return time + (both ? " and " : " or ") + count + " measured";
  }

  /** The shortest window, without trailing zeros. */
  private static String seconds(List<Phase> timed) {
    Duration shortest =
        timed.stream()
            .map(phase -> phase.measure().atLeast())
            .min(Duration::compareTo)
            .orElse(Duration.ZERO);
    return BigDecimal.valueOf(shortest.toNanos(), 9).stripTrailingZeros().toPlainString();
  }

  private static String range(List<Phase> phases, Function<Phase, Long> number) {
    TreeSet<Long> numbers = new TreeSet<>(phases.stream().map(number).toList());
    return numbers.size() == 1
        ? numbers.first().toString()
        : numbers.first() + " to " + numbers.last();
  }

  private static void sampling(List<Phase> phases, List<String> parts) {
    Set<String> names = new LinkedHashSet<>();
    phases.forEach(phase -> names.addAll(phase.request().sampling().keySet()));
    if (names.isEmpty()) {
      parts.add("the server's own sampling");
    }
    for (String name : names) {
      boolean everywhere =
          phases.stream().allMatch(phase -> phase.request().sampling().containsKey(name));
      Set<Object> values =
          new LinkedHashSet<>(
              phases.stream()
                  .map(phase -> phase.request().sampling().get(name))
                  .filter(java.util.Objects::nonNull)
                  .toList());
      parts.add(
          everywhere && values.size() == 1
              ? name + "=" + values.iterator().next()
              : name + " varying");
    }
  }

  private static void requests(List<Phase> phases, List<String> parts) {
    for (Api api : Api.values()) {
      String name = api == Api.OPENAI_COMPLETIONS ? "completions" : api.label();
      count(phases, phase -> api != Api.OPENAI_CHAT && phase.request().api() == api)
          .ifPresent(where -> parts.add(name + " API" + where));
    }
    count(phases, phase -> !phase.request().stream())
        .ifPresent(where -> parts.add("answers not streamed" + where));
    Set<String> fields = new TreeSet<>();
    phases.stream()
        .map(phase -> phase.request().extraBody().keySet())
        .forEach((Collection<String> names) -> fields.addAll(names));
    if (!fields.isEmpty()) {
      parts.add("further body fields " + String.join(" ", fields));
    }
  }

  private static java.util.Optional<String> count(
      List<Phase> phases, java.util.function.Predicate<Phase> test) {
    long count = phases.stream().filter(test).count();
    if (count == 0) {
      return java.util.Optional.empty();
    }
    return java.util.Optional.of(count == phases.size() ? "" : " in " + share(count, phases));
  }
}
