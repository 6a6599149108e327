package io.tokenstorm.cluster.netns.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All scenarios, and the choice among them. */
public final class Scenarios {
  /** The choice of every build. */
  public static final String CHOSEN = "chosen";

  private static final String ALL = "all";

  private Scenarios() {}

  /** In the order of docs/faults.md. */
  public static List<Scenario> all() {
    return Stream.of(
            ReadmeScenario.all(),
            PartitionScenarios.all(),
            KilledScenarios.all(),
            CoordinatorScenarios.all(),
            FrozenScenarios.all(),
            LinkScenarios.all(),
            ClockScenarios.all(),
            StarvedScenarios.all(),
            DiskScenarios.all(),
            MemberScenarios.all(),
            ReplicaScenarios.all())
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Some of them.
   *
   * @param choice {@code chosen}: those of every build; {@code all}; or names with commas between
   * @throws IllegalArgumentException if there is none of such a name
   */
  public static List<Scenario> of(String choice) {
    List<Scenario> all = all();
    if (choice.equals(ALL)) {
      return all;
    }
    if (choice.equals(CHOSEN)) {
      return all.stream().filter(Scenario::always).toList();
    }
    List<String> unknown = new ArrayList<>(Arrays.asList(choice.split(",")));
    Set<String> wanted = Set.copyOf(unknown);
    List<Scenario> found = all.stream().filter(s -> wanted.contains(s.name())).toList();
    found.forEach(scenario -> unknown.remove(scenario.name()));
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "-Dscenarios: there is no scenario %s; there are all, chosen, %s"
              .formatted(
                  unknown, all.stream().map(Scenario::name).collect(Collectors.joining(", "))));
    }
    return found;
  }
}
