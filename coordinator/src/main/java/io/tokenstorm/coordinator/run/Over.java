package io.tokenstorm.coordinator.run;

import io.tokenstorm.coordinator.fleet.FleetMember;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.coordinator.run.state.Epoch;
import io.tokenstorm.coordinator.run.state.Orders;
import io.tokenstorm.coordinator.run.state.RunContext;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.protocol.wire.WorkerProtocol;
import io.tokenstorm.protocol.wire.WorkerProtocol.ReleaseRun;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The run has ended. Whoever handed in everything may forget it. */
final class Over implements RunStage {
  private boolean told;

  @Override
  public RunStage advance(RunContext run, long nowNanos) {
    if (!told) {
      told = true;
      tell(run);
    }
    return this;
  }

  private static void tell(RunContext run) {
    Settlement.restate(run);
    EndReason reason = run.ending().reason();
    if (reason.verdict() == Verdict.VALID) {
      int phases = run.spec().plan().phases().size();
      String text = phases == 1 ? "the phase was measured" : "all %d phases were measured";
      reason = new EndReason(reason.verdict(), reason.cause(), text.formatted(phases));
    }
    releases(run).forEach((worker, message) -> run.out(new RunOutput.Send(worker, message)));
    boolean untouched = wasNotBegunAgain(run, reason);
    if (untouched) {
      String text =
          reason.text() + "; the run is left as it was, to be resumed once that is mended";
      reason = new EndReason(reason.verdict(), reason.cause(), text);
    }
    boolean collected = run.legacy().collectOnly() && reason.verdict() == Verdict.INVALID;
    if (!collected && !untouched) {
      run.note(new RunEvent.RunEnded(reason.verdict(), reason.text()));
    }
    run.out(new RunOutput.Ended(reason));
  }

  /** A target or workers that are not up yet cost no phase that was settled before. */
  private static boolean wasNotBegunAgain(RunContext run, EndReason reason) {
    boolean missing =
        reason.cause() == EndCause.TARGET_UNREACHABLE || reason.cause() == EndCause.NO_WORKERS;
    return missing && run.legacy().resumes() && !run.armedHere();
  }

  static Map<String, WorkerProtocol> releases(RunContext run) {
    Map<String, WorkerProtocol> releases = new TreeMap<>();
    for (FleetMember member : run.fleet().addressable()) {
      if (!run.storageFailed() && !run.owesRecords(member.worker())) {
        releases.put(member.worker(), new ReleaseRun(run.spec().run()));
      }
    }
    return releases;
  }

  @Override
  public Orders orders() {
    return Orders.IDLE;
  }

  @Override
  public @Nullable Epoch epoch() {
    return null;
  }

  @Override
  public String waitingFor(RunContext run, long nowNanos) {
    return "";
  }
}
