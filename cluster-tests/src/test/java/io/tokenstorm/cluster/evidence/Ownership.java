package io.tokenstorm.cluster.evidence;

import io.tokenstorm.cluster.evidence.Evidence.Merged;
import io.tokenstorm.coordinator.results.RunEvent.PhaseArmed;
import io.tokenstorm.coordinator.results.RunEvent.Share;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.replica.truth.TruthLog;
import io.tokenstorm.replica.truth.TruthRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Ownership: a slot has one owner, records come from the owner, and the replicas never had more
 * requests at one time than the phase asked for; phases do not overlap either.
 *
 * <p>An answer that somebody between replica and worker broke off is over for the worker, whose
 * slot goes on, before the replica notices: it counts until the worker's record of it ends. Only of
 * these, and only if the replica noticed within {@link #NOTICES}; whether the request should have
 * been sent at all is another matter, as it counts from its arrival on in any case.
 */
final class Ownership {
  /** A replica notices with the next write that its client is gone, also on a busy machine. */
  static final Duration NOTICES = Duration.ofSeconds(2);

  /** How an answer ends for a worker if it was broken off on its way. */
  private static final Set<ErrorKind> BROKEN_OFF =
      EnumSet.of(
          ErrorKind.TRUNCATED,
          ErrorKind.RESET,
          ErrorKind.CLOSED_BEFORE_RESPONSE,
          ErrorKind.HTTP_STATUS);

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
    List<TruthRecord> truth = upToTheBreak(run);
    int asked = 0;
    for (int index = 0; index < run.plan().phases().size(); index++) {
      Phase phase = run.plan().phases().get(index);
      int number = index;
      asked = Math.max(asked, phase.concurrency());
      int most =
          TruthLog.maxInFlight(
              truth.stream()
                  .filter(t -> Evidence.RequestName.of(t.requestId()).phase() == number)
                  .toList());
      if (most > phase.concurrency()) {
        violations.add(
            "%d were in flight in phase %s, which asks for %d"
                .formatted(most, phase.name(), phase.concurrency()));
      }
    }
    int most = TruthLog.maxInFlight(truth);
    if (most > asked) {
      violations.add(
          "%d were in flight, and no phase asks for more than %d".formatted(most, asked));
    }
  }

  private static List<TruthRecord> upToTheBreak(Evidence run) {
    Map<String, Long> breaks =
        run.records().stream()
            .filter(merged -> isBrokenOff(merged.record().outcome()))
            .collect(Collectors.toMap(run::idOf, Ownership::endNanos, Math::max));
    return run.truth().stream()
        .map(truth -> upTo(truth, breaks.getOrDefault(truth.requestId(), Long.MAX_VALUE)))
        .toList();
  }

  private static boolean isBrokenOff(Outcome outcome) {
    return outcome instanceof Outcome.Failed failed && BROKEN_OFF.contains(failed.kind());
  }

  private static long endNanos(Merged merged) {
    return merged.record().instants().sentNanos() + merged.record().instants().endNanos();
  }

  private static TruthRecord upTo(TruthRecord truth, long breakNanos) {
    boolean noticed =
        truth.ended().equals("client_closed")
            && breakNanos < truth.endNanos()
            && truth.endNanos() - breakNanos <= NOTICES.toNanos();
    return noticed
        ? new TruthRecord(
            truth.requestId(),
            truth.replica(),
            truth.route(),
            truth.arrivalNanos(),
            Math.max(breakNanos, truth.arrivalNanos()),
            truth.inFlightAtArrival(),
            truth.promptTokens(),
            truth.cachedTokens(),
            truth.outputTokens(),
            truth.bytes(),
            truth.ended(),
            truth.trace())
        : truth;
  }
}
