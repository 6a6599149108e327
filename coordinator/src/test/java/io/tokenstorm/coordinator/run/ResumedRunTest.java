package io.tokenstorm.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.fleet.Fleet;
import io.tokenstorm.coordinator.fleet.FleetTimings;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.run.spec.Legacy;
import io.tokenstorm.coordinator.run.spec.RunInput;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.coordinator.simulation.Plans;
import io.tokenstorm.coordinator.simulation.Plans.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A run that another coordinator left, up to its first phase. */
class ResumedRunTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Legacy LEFT =
      new Legacy(0, 0, 1, 1, List.of(), Map.of(), 0, Map.of(), EndReason.NONE, false, 0, false);

  private final List<RunOutput> out = new ArrayList<>();

  private void run(Legacy legacy, RunInput answer, int seconds) {
    Fleet fleet = new Fleet("1", FleetTimings.DEFAULT);
    RunMachine machine = new RunMachine(Plans.spec(Shape.SMALL, 1), fleet, legacy, 0);
    out.addAll(machine.handle(answer, 1));
    for (long tenth = 1; tenth <= seconds * 10L; tenth++) {
      out.addAll(machine.handle(new RunInput.Tick(), tenth * SECOND / 10));
    }
  }

  private EndReason end() {
    return out.stream()
        .filter(RunOutput.Ended.class::isInstance)
        .map(o -> ((RunOutput.Ended) o).reason())
        .findFirst()
        .orElseThrow();
  }

  private boolean isClosed() {
    return out.stream()
        .anyMatch(o -> o instanceof RunOutput.Note n && n.event() instanceof RunEvent.RunEnded);
  }

  @Test
  void target_notUpYet_leavesTheRunToBeResumed() {
    run(LEFT, new RunInput.TargetsProbed(List.of("nobody is there")), 60);

    assertThat(end().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(end().cause()).isEqualTo(EndCause.TARGET_UNREACHABLE);
    assertThat(end().text()).startsWith("nobody is there; ").contains("resume");
    assertThat(isClosed()).isFalse();
  }

  @Test
  void workers_notThereYet_leaveTheRunToBeResumed() {
    run(LEFT, new RunInput.TargetsProbed(List.of()), 300);

    assertThat(end().cause()).isEqualTo(EndCause.NO_WORKERS);
    assertThat(isClosed()).isFalse();
  }

  @Test
  void target_notUp_endsARunThatBegins() {
    run(Legacy.NONE, new RunInput.TargetsProbed(List.of("nobody is there")), 60);

    assertThat(end().text()).isEqualTo("nobody is there");
    assertThat(isClosed()).isTrue();
  }
}
