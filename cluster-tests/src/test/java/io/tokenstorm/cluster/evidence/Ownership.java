package io.tokenstorm.cluster.evidence;

import io.tokenstorm.cluster.evidence.Evidence.Merged;
import io.tokenstorm.coordinator.results.RunEvent.PhaseArmed;
import io.tokenstorm.coordinator.results.RunEvent.Share;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.replica.truth.TruthLog;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Ownership: a slot has one owner, records come from the owner, and the replicas never had more
 * requests at one time than the phase asked for; phases do not overlap either.
 */
final class Ownership {
  private Ownership() {}

  /** One sentence for each thing that does not hold. */
  static List<String> violations(Evidence run) {
    List<String> violations = new ArrayList<>();
    run.all(PhaseArmed.class).forEach(armed -> shares(armed, violations));
    for (Merged merged : run.records()) {
      String owner = run.ownerOf(Evidence.RequestName.of(run.idOf(merged)));
      if (!owner.equals(merged.worker())) {
        violations.add(
            "%s was sent by '%s' and belongs to '%s'"
                .formatted(run.idOf(merged), merged.worker(), owner));
      }
    }
    inFlight(run, violations);
    return violations;
  }

  private static void shares(PhaseArmed armed, List<String> violations) {
    int[] owners = new int[armed.concurrency()];
    for (Share share : armed.shares()) {
      IntStream.range(share.firstSlot(), share.firstSlot() + share.slots())
          .forEach(slot -> owners[slot]++);
    }
    for (int slot = 0; slot < owners.length; slot++) {
      if (owners[slot] != 1) {
        violations.add(
            "slot %d of epoch %d has %d owners".formatted(slot, armed.epoch(), owners[slot]));
      }
    }
  }

  private static void inFlight(Evidence run, List<String> violations) {
    int asked = 0;
    for (int index = 0; index < run.plan().phases().size(); index++) {
      Phase phase = run.plan().phases().get(index);
      asked = Math.max(asked, phase.concurrency());
      int most = TruthLog.maxInFlight(run.truthOf(index));
      if (most > phase.concurrency()) {
        violations.add(
            "%d were in flight in phase %s, which asks for %d"
                .formatted(most, phase.name(), phase.concurrency()));
      }
    }
    int most = TruthLog.maxInFlight(run.truth());
    if (most > asked) {
      violations.add(
          "%d were in flight, and no phase asks for more than %d".formatted(most, asked));
    }
  }
}
