package io.tokenstorm.coordinator.live;

import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.protocol.wire.LoadCount;
import io.tokenstorm.protocol.wire.Stage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The newest status of each worker in the current epoch. */
final class WorkerStatuses {
  private record Held(WorkerStatus status, long atNanos) {}

  private final Map<String, Held> newest = new HashMap<>();

  /** Takes one status; one that answers an older directive than the held one is outdated. */
  void add(WorkerStatus status, long nowNanos) {
    Held held = newest.get(status.worker());
    if (held == null || !isOutdated(status, held.status())) {
      newest.put(status.worker(), new Held(status, nowNanos));
    }
  }

  private static boolean isOutdated(WorkerStatus status, WorkerStatus held) {
    return status.incarnation() < held.incarnation()
        || (status.incarnation() == held.incarnation()
            && status.directiveSequence() < held.directiveSequence());
  }

  List<WorkerRow> rows(List<RunFacts.Member> members, Stage stage, long nowNanos) {
    return members.stream().map(m -> row(m, newest.get(m.worker()), stage, nowNanos)).toList();
  }

  private static WorkerRow row(
      RunFacts.Member member, @Nullable Held held, Stage stage, long nowNanos) {
    if (held == null || held.status().incarnation() != member.incarnation()) {
      return new WorkerRow(
          member.worker(),
          member.incarnation(),
          member.state(),
          member.slots(),
          0,
          0,
          0,
          -1,
          WorkerRow.Health.NONE);
    }
    WorkerStatus status = held.status();
    LoadCount count = stage == Stage.WARMUP ? status.warmup() : status.measure();
    return new WorkerRow(
        member.worker(),
        member.incarnation(),
        member.state(),
        member.slots(),
        status.inFlight(),
        count.issued(),
        count.recorded(),
        (nowNanos - held.atNanos()) / 1e9,
        health(status.health()));
  }

  private static WorkerRow.Health health(HealthSample sample) {
    return new WorkerRow.Health(
        sample.loopLagP99Nanos() / 1e9,
        sample.turnaroundP99Nanos() / 1e9,
        sample.gcPauseNanos() / 1e9,
        sample.processCores(),
        sample.stealShare(),
        sample.promptsStarved());
  }
}
