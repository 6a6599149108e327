package io.tokenstorm.coordinator.run;

import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.run.state.Participant;
import io.tokenstorm.coordinator.run.state.RunContext;
import io.tokenstorm.coordinator.service.EndCause;

/**
 * A worker that says before a window that it cannot take part ends the run: nothing is lost yet.
 */
final class Unfit {
  private Unfit() {}

  static void end(RunContext run, Participant part, String problem) {
    run.ending()
        .end(
            new EndReason(
                Verdict.INVALID,
                EndCause.WORKER_UNFIT,
                "worker '%s' cannot take part in phase '%s': %s"
                    .formatted(part.worker(), run.phase().name(), problem)));
  }
}
