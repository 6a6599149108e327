package io.tokenstorm.coordinator.api;

import io.tokenstorm.coordinator.service.RunService;
import io.tokenstorm.coordinator.service.RunState;
import io.tokenstorm.coordinator.service.RunSummary;
import java.util.List;
import java.util.Optional;

/** Finds a run by its id or as {@code current}. */
final class RunLookup {
  /** Stands for the run that is on, else the next in line, else the last one. */
  static final String CURRENT = "current";

  private RunLookup() {}

  static Optional<RunSummary> find(RunService service, String run) {
    return run.equals(CURRENT) ? current(service.list()) : service.status(run);
  }

  private static Optional<RunSummary> current(List<RunSummary> runs) {
    Optional<RunSummary> open = runs.stream().filter(r -> r.state() != RunState.ENDED).findFirst();
    return open.isPresent() || runs.isEmpty() ? open : Optional.of(runs.get(runs.size() - 1));
  }
}
