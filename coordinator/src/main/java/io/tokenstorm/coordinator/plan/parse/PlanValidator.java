package io.tokenstorm.coordinator.plan.parse;

import io.tokenstorm.coordinator.plan.source.Location;
import io.tokenstorm.coordinator.plan.source.Nearest;
import io.tokenstorm.coordinator.plan.source.Problems;
import io.tokenstorm.coordinator.plan.source.Tree;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.SecretRef;
import io.tokenstorm.protocol.plan.SharedPrefix;
import io.tokenstorm.protocol.plan.Workload;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Checks how the values of a plan fit together: names that refer to others, names used twice, times
 * and lengths that exclude each other. What already has a problem of its own is passed over.
 */
public final class PlanValidator {
  private static final String NO_ENV = ", or check the plan with --no-env";

  private final Plan plan;
  private final Tree root;
  private final Problems problems;

  private PlanValidator(Plan plan, Tree root, Problems problems) {
    this.plan = plan;
    this.root = root;
    this.problems = problems;
  }

  /**
   * Adds what does not fit together.
   *
   * @param plan as {@link PlanParser} gave it, placeholders included
   * @param root the tree it was read from
   */
  public static void check(Plan plan, Tree root, Problems problems) {
    new PlanValidator(plan, root, problems).check();
  }

  /**
   * Adds each environment variable that a route in use needs and that is not set.
   *
   * @param set whether a variable is set; never asked for its value
   */
  public static void checkSecrets(Plan plan, Tree root, Predicate<String> set, Problems problems) {
    Set<String> missing = new HashSet<>();
    for (Route route : new LinkedHashSet<>(plan.phases().stream().map(plan::routeOf).toList())) {
      for (Map.Entry<String, HeaderValue> header : route.headers().entrySet()) {
        SecretRef secret = header.getValue().secret();
        if (secret != null && !set.test(secret.variable()) && missing.add(secret.variable())) {
          List<String> steps = secretSteps(root, route.name(), header.getKey());
          problems.add(
              Location.of(root, steps.toArray()),
              String.join(".", steps),
              "the environment variable "
                  + secret.variable()
                  + " is not set; set it, or check the plan with --no-env");
        }
      }
    }
  }

  /**
   * Adds each tokenizer of a workload in use that something is wrong with.
   *
   * @param wrong what is, by the file's name as the plan has it
   */
  public static void checkTokenizers(
      Plan plan, Tree root, Function<String, Optional<String>> wrong, Problems problems) {
    Map<String, Optional<String>> looked = new HashMap<>();
    for (Phase phase : plan.phases()) {
      Workload workload = plan.workloadOf(phase);
      String file = workload.tokenizer();
      if (file != null) {
        Object[] own = {"workloads", workload.name(), "tokenizer"};
        Object[] steps = Location.exists(root, own) ? own : new Object[] {"tokenizer"};
        looked
            .computeIfAbsent(file, wrong)
            .ifPresent(
                text ->
                    problems.add(
                        Location.of(root, steps),
                        String.join(".", Arrays.copyOf(steps, steps.length, String[].class)),
                        text + NO_ENV));
      }
    }
  }

  private static List<String> secretSteps(Tree root, String route, String header) {
    List<String> own = List.of("routes", route, "headers", header);
    List<String> named = List.of("auth", "header", header);
    if (Location.exists(root, own.toArray())) {
      return own;
    }
    return Location.exists(root, named.toArray()) ? named : List.of("auth", "bearer");
  }

  private void check() {
    plan.workloads().values().forEach(this::prefix);
    Map<String, Integer> first = new HashMap<>();
    for (int i = 0; i < plan.phases().size(); i++) {
      Phase phase = plan.phases().get(i);
      String path = "phases." + (phase.name().isEmpty() ? i : phase.name());
      Integer earlier = phase.name().isEmpty() ? null : first.putIfAbsent(phase.name(), i);
      if (earlier != null) {
        problems.add(
            at("phases", i, "name"),
            path + ".name",
            "a second phase of this name; the first is at "
                + at("phases", earlier, "name")
                + "; a name of its own would be right");
      }
      known(path + ".route", at("phases", i, "route"), phase.route(), "route");
      known(path + ".workload", at("phases", i, "workload"), phase.workload(), "workload");
      events(phase, i, path);
      api(phase, i, path);
    }
  }

  /** What an API cannot be asked. */
  private void api(Phase phase, int index, String path) {
    Api api = phase.request().api();
    Workload workload = plan.workloads().get(phase.workload());
    boolean ids = workload != null && workload.tokenIds() != null;
    if (ids && !api.takesTokenIds()) {
      List<String> takers =
          Arrays.stream(Api.values()).filter(Api::takesTokenIds).map(Api::label).toList();
      problems.add(
          at("phases", index, "workload"),
          path + ".workload",
          api.label()
              + " takes no token ids, which this workload asks for; `api: "
              + String.join("` or `api: ", takers)
              + "` would be right");
    }
    for (String field : phase.request().extraBody().keySet()) {
      if (api.ownFields().contains(field)
          && !problems.has("defaults.body." + field)
          && !problems.has(path + ".body." + field)) {
        problems.add(
            at("phases", index, "body", field),
            path + ".body." + field,
            "Tokenstorm writes this field of " + api.label() + " itself; remove it");
      }
    }
  }

  private void known(String path, Location at, String name, String what) {
    String section = what + "s";
    Collection<String> names =
        what.equals("route") ? plan.routes().keySet() : plan.workloads().keySet();
    if (name.isEmpty()
        || names.contains(name)
        || names.isEmpty()
        || problems.has(path)
        || problems.has(section)) {
      return;
    }
    problems.add(
        at,
        path,
        "no " + what + " is named " + name + "; there " + listed(names),
        Nearest.of(name, names));
  }

  private static String listed(Collection<String> names) {
    return (names.size() == 1 ? "is " : "are ") + String.join(", ", names);
  }

  private void prefix(Workload workload) {
    SharedPrefix prefix = workload.prefix();
    String path = "workloads." + workload.name();
    if (prefix == null
        || prefix.tokens() < workload.inputTokens()
        || problems.touches(path + ".input_tokens")
        || problems.touches(path + ".prefix.tokens")) {
      return;
    }
    problems.add(
        at("workloads", workload.name(), "prefix", "tokens"),
        path + ".prefix.tokens",
        "a shared prefix of "
            + prefix.tokens()
            + " tokens in prompts of "
            + workload.inputTokens()
            + "; fewer than "
            + workload.inputTokens()
            + " would be right");
  }

  private void events(Phase phase, int index, String path) {
    Duration window = phase.measure().atLeast();
    for (int i = 0; i < phase.events().size(); i++) {
      String eventPath = path + ".events." + i;
      boolean broken =
          problems.touches(eventPath)
              || problems.touches(path + ".measure")
              || problems.touches("defaults.measure")
              || problems.touches("defaults.events");
      boolean late = phase.events().get(i).at().compareTo(window) > 0;
      if (late && phase.measure().requests() == 0 && !broken) {
        problems.add(
            at("phases", index, "events", i, "at"),
            eventPath + ".at",
            "the event comes after the window's "
                + DurationText.write(window)
                + "; an earlier `at` or a longer `measure.at_least` would be right");
      }
    }
  }

  /** Where a value stands; if it is not there, where the nearest that holds it stands. */
  private Location at(Object... steps) {
    return Location.of(root, steps);
  }
}
