package io.tokenstorm.coordinator.run.state;

import io.tokenstorm.coordinator.clock.ClockEstimate;
import io.tokenstorm.coordinator.ledger.BatchLedger.Accepted;
import io.tokenstorm.coordinator.ledger.SpoolId;
import io.tokenstorm.coordinator.ledger.Window;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.run.spec.RunInput;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.protocol.plan.PhaseEvent;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes what happened into the facts of a run. Decides nothing about its stages. */
public final class Intake {
  private final RunContext run;
  private final Attendance attendance = new Attendance();
  private boolean strayNoted;

  public Intake(RunContext run) {
    this.run = run;
  }

  /** Takes one input. */
  public void take(RunInput input, long nowNanos) {
    if (input instanceof RunInput.BatchArrived arrived) {
      batch(arrived, nowNanos);
    } else if (input instanceof RunInput.BatchStored stored) {
      run.ledger().stored(stored.spool(), stored.endSeq());
      run.logBytes(stored.logBytes());
    } else if (input instanceof RunInput.StorageFailed failed) {
      storageFailed(failed);
    } else if (input instanceof RunInput.TargetsProbed probed) {
      run.target().unreachable(probed.unreachable());
      run.target().usageRefused(probed.usageRefused());
    } else if (input instanceof RunInput.LengthProbed probed) {
      run.target().length(probed);
    } else if (input instanceof RunInput.EventFired fired) {
      event(fired);
    } else if (input instanceof RunInput.SpoolRead read) {
      accept(read.spool(), read.firstSeq(), read.records(), nowNanos);
      run.accounts().read(read);
    } else if (input instanceof RunInput.SpoolUnreadable unreadable) {
      run.accounts().unreadable(unreadable);
    } else if (input instanceof RunInput.Failed failed) {
      run.ending().end(new EndReason(Verdict.INVALID, EndCause.INTERNAL, failed.reason()));
    } else if (input instanceof RunInput.Cancel cancel) {
      run.note(new RunEvent.CancelRequested(cancel.force()));
      run.ending().cancel(cancel.force());
    }
    attendance.look(run, nowNanos);
  }

  private void batch(RunInput.BatchArrived arrived, long nowNanos) {
    Optional<SpoolId> spool = run.collector().spoolOf(arrived.batch());
    if (spool.isPresent()) {
      List<RequestRecord> records = arrived.batch().records();
      run.collector().arrived(spool.get(), records, nowNanos);
      accept(spool.get(), arrived.batch().firstSeq(), records, nowNanos);
    }
  }

  private void accept(SpoolId spool, long firstSeq, List<RequestRecord> records, long nowNanos) {
    Optional<Accepted> accepted = run.ledger().accept(spool, firstSeq, records);
    if (accepted.isPresent()) {
      List<RequestRecord> shifted = shifted(spool, accepted.get().records(), nowNanos);
      run.out(new RunOutput.Store(spool, run.currentEpoch(), accepted.get().firstSeq(), shifted));
    }
  }

  /**
   * The records on the coordinator's time line, by the worker's clock as it stood when each
   * record's window was decided. Quick where most are of one window.
   */
  private List<RequestRecord> shifted(SpoolId spool, List<RequestRecord> records, long nowNanos) {
    List<RequestRecord> shifted = new ArrayList<>(records.size());
    Window window = null;
    long offsetNanos = 0;
    for (RequestRecord record : records) {
      if (window == null || !window.holds(record.key())) {
        window = Window.of(record.key());
        offsetNanos = -clockOf(spool, window, nowNanos).offsetNanos();
      }
      shifted.add(record.shifted(offsetNanos));
    }
    return shifted;
  }

  private ClockEstimate clockOf(SpoolId spool, Window of, long nowNanos) {
    Epoch epoch = run.epoch(of.epoch());
    WindowPlan window = epoch == null ? null : epoch.window(of.stage());
    ClockEstimate clock = window == null ? null : window.opens().clocks().get(spool.worker());
    return clock == null ? strayClock(spool, nowNanos) : clock;
  }

  private ClockEstimate strayClock(SpoolId spool, long nowNanos) {
    if (!strayNoted) {
      strayNoted = true;
      run.note(
          new RunEvent.Finding(
              "Worker %s handed in records of a window that this coordinator did not open; their instants are placed by its clock of now."
                  .formatted(spool.worker())));
    }
    return run.fleet()
        .find(spool.worker())
        .flatMap(m -> m.clock(nowNanos))
        .orElse(new ClockEstimate(0, Long.MAX_VALUE));
  }

  private void storageFailed(RunInput.StorageFailed failed) {
    if (!run.storageFailed()) {
      run.storageHasFailed();
      run.ending().force();
      run.ending().end(new EndReason(Verdict.INVALID, EndCause.STORAGE, failed.reason()));
    }
  }

  private void event(RunInput.EventFired fired) {
    run.eventDone();
    PhaseEvent call = run.spec().phase(fired.phase()).events().get(fired.event());
    String label = call.method() + ' ' + call.url();
    run.note(
        new RunEvent.PlanEventFired(
            fired.phase(),
            label,
            fired.scheduledAtNanos(),
            fired.firedAtNanos(),
            fired.httpStatus(),
            fired.error()));
    if (!fired.error().isEmpty() || fired.httpStatus() >= 400) {
      String cause = fired.error().isEmpty() ? "status " + fired.httpStatus() : fired.error();
      run.note(
          new RunEvent.Finding(
              "The event %s of phase '%s' failed: %s."
                  .formatted(label, run.spec().phase(fired.phase()).name(), cause)));
    }
  }
}
