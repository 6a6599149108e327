package io.tokenstorm.coordinator.plan;

import io.tokenstorm.coordinator.plan.source.Location;
import io.tokenstorm.coordinator.plan.source.Nearest;
import io.tokenstorm.coordinator.plan.source.Problems;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import java.util.List;

/** The part of a plan that {@code --phase} asks for, in the plan's order. */
final class PhaseChoice {
  private PhaseChoice() {}

  static Plan apply(Plan plan, List<String> names, Problems problems) {
    if (names.isEmpty()) {
      return plan;
    }
    List<String> known = plan.phases().stream().map(Phase::name).toList();
    for (String name : names) {
      if (!known.contains(name)) {
        problems.add(
            Location.whole("--phase " + name),
            "",
            "no phase is named " + name + "; there are " + String.join(", ", known),
            Nearest.of(name, known));
      }
    }
    return plan.withPhases(
        plan.phases().stream().filter(phase -> names.contains(phase.name())).toList());
  }
}
