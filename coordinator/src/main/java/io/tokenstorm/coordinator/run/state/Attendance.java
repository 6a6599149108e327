package io.tokenstorm.coordinator.run.state;

import io.tokenstorm.coordinator.fleet.FleetMember;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerHello;
import java.util.HashSet;
import java.util.Set;

/** Notes who comes and who goes, so that no change of the fleet is silent. */
final class Attendance {
  private final Set<String> present = new HashSet<>();

  /** Notes what changed since the last look. */
  void look(RunContext run, long nowNanos) {
    for (FleetMember member : run.fleet().all()) {
      WorkerHello hello = member.hello();
      String who = hello.worker() + '/' + hello.processKey() + '/' + hello.incarnation();
      String gone =
          run.fleet().goneReason(hello.worker(), hello.processKey(), hello.incarnation(), nowNanos);
      if (gone.isEmpty() && present.add(who)) {
        run.note(joined(hello));
      } else if (!gone.isEmpty() && present.remove(who) && !hasPart(run, member)) {
        run.note(new RunEvent.WorkerLost(hello.worker(), -1, "", gone));
      }
    }
  }

  private static RunEvent joined(WorkerHello hello) {
    return new RunEvent.WorkerJoined(
        hello.worker(),
        hello.incarnation(),
        hello.host(),
        hello.pid(),
        hello.cores(),
        hello.weight(),
        hello.version(),
        hello.processKey(),
        hello.spoolPath());
  }

  /** Whether a worker is a member of the current epoch: then its loss is the stage's affair. */
  private static boolean hasPart(RunContext run, FleetMember member) {
    Epoch epoch = run.epoch(run.currentEpoch());
    return epoch != null
        && epoch.phase() == run.phaseIndex()
        && epoch.members().stream().anyMatch(p -> p.is(member));
  }
}
