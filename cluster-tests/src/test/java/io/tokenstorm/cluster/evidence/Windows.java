package io.tokenstorm.cluster.evidence;

import io.tokenstorm.cluster.evidence.Evidence.Merged;
import io.tokenstorm.cluster.evidence.Evidence.RequestName;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.replica.truth.TruthRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * Windows: nothing measured was sent before the opening or after the close, and no warmup after the
 * opening, within the bound that the run states of its clocks. An order to close ahead of time has
 * to travel first; a worker given up as lost cannot be told and goes on for as long as its lease.
 * Holds of settled phases.
 */
final class Windows {
  /** An order reaches a worker well within this, also on a busy machine. */
  private static final long TRAVEL_NANOS = 1_000_000_000;

  private static final long UNTOLD_NANOS = Fence.LEASE.plus(Fence.TRAVEL).toNanos();

  private final Evidence run;
  private final List<String> violations = new ArrayList<>();

  private Windows(Evidence run) {
    this.run = run;
  }

  /** One sentence for each thing that does not hold. */
  static List<String> violations(Evidence run) {
    Windows check = new Windows(run);
    run.all(RunEvent.PhaseSettled.class).forEach(check::phase);
    return check.violations;
  }

  private void phase(RunEvent.PhaseSettled settled) {
    int epoch = settled.epoch();
    long bound = run.clockBoundNanos(epoch);
    List<RunEvent.StageOpened> opened =
        run.all(RunEvent.StageOpened.class).stream()
            .filter(o -> o.epoch() == epoch && o.stage() == LoadStage.MEASURE)
            .toList();
    List<Merged> measured = run.recordsOf(settled.phase(), LoadStage.MEASURE);
    if (opened.isEmpty()) {
      measured.forEach(m -> violations.add(run.idOf(m) + " was measured, and no window opened"));
      return;
    }
    long opens = opened.get(0).opensAtNanos();
    RunEvent.WindowClosed close = close(epoch);
    for (Merged merged : measured) {
      within(run.idOf(merged), sent(merged), opens - bound, lastSend(close, merged) + bound);
    }
    for (Merged merged : run.recordsOf(settled.phase(), LoadStage.WARMUP)) {
      within(run.idOf(merged), sent(merged), Long.MIN_VALUE, opens + bound);
    }
    for (TruthRecord truth : run.truthOf(settled.phase())) {
      RequestName name = RequestName.of(truth.requestId());
      if (name.epoch() == epoch && name.loadStage() == LoadStage.MEASURE) {
        // the same machine, so the same clock: an arrival is later than its send
        within(truth.requestId(), truth.arrivalNanos(), opens - bound, Long.MAX_VALUE);
      }
    }
  }

  private RunEvent.WindowClosed close(int epoch) {
    return run.all(RunEvent.WindowClosed.class).stream()
        .filter(c -> c.epoch() == epoch)
        .findFirst()
        .orElseThrow();
  }

  private long lastSend(RunEvent.WindowClosed close, Merged merged) {
    if (close.reason().equals("done")) {
      return close.closedAtNanos();
    }
    boolean lost =
        run.all(RunEvent.WorkerLost.class).stream()
            .anyMatch(l -> l.worker().equals(merged.worker()));
    return close.closedAtNanos() + (lost ? UNTOLD_NANOS : TRAVEL_NANOS);
  }

  private static long sent(Merged merged) {
    return merged.record().instants().sentNanos();
  }

  private void within(String id, long nanos, long from, long to) {
    if (nanos < from || nanos > to) {
      violations.add(
          "%s lies %.6f s outside of its window"
              .formatted(id, (nanos < from ? from - nanos : nanos - to) / 1e9));
    }
  }
}
