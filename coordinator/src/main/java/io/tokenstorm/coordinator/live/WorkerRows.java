package io.tokenstorm.coordinator.live;

import io.tokenstorm.coordinator.health.ClientJudgement;
import io.tokenstorm.coordinator.health.HealthTotals;
import io.tokenstorm.coordinator.service.LivePhase;
import io.tokenstorm.coordinator.service.LiveWorker;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.protocol.wire.LoadCount;
import io.tokenstorm.protocol.wire.Stage;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows workers as rows. */
public final class WorkerRows {
  private WorkerRows() {}

  /**
   * One row each.
   *
   * @param run id of the run whose counts are shown; those of another run count as nothing
   * @param phase the current phase; {@code null} if there is none
   * @param nowNanos of the coordinator's ticker
   */
  public static List<WorkerRow> of(
      List<LiveWorker> workers, String run, @Nullable LivePhase phase, long nowNanos) {
    return workers.stream().map(worker -> row(worker, run, phase, nowNanos)).toList();
  }

  private static WorkerRow row(
      LiveWorker worker, String run, @Nullable LivePhase phase, long nowNanos) {
    WorkerStatus status = worker.status();
    boolean counts = status != null && phase != null && isOf(status, run, phase);
    LoadCount count = status != null && counts ? countOf(status, phase) : LoadCount.NONE;
    return new WorkerRow(
        worker.worker(),
        worker.host(),
        worker.pid(),
        worker.state(),
        worker.note(),
        worker.cores(),
        worker.slots(),
        status != null && counts ? status.inFlight() : 0,
        count.issued(),
        count.recorded(),
        Math.max(0, nowNanos - worker.lastHeardNanos()) / 1e9,
        worker.clockErrorNanos() < 0 ? null : worker.clockErrorNanos() / 1e9,
        status == null ? null : health(status.health()));
  }

  private static boolean isOf(WorkerStatus status, String run, LivePhase phase) {
    return status.run().equals(run)
        && status.epoch() == phase.epoch()
        && status.phase() == phase.phase();
  }

  private static LoadCount countOf(WorkerStatus status, @Nullable LivePhase phase) {
    return phase != null && phase.stage() == Stage.WARMUP ? status.warmup() : status.measure();
  }

  private static WorkerRow.Health health(HealthSample sample) {
    Map<String, Double> figures =
        HealthTotals.of(sample.second() == 0 ? List.of() : List.of(sample));
    ClientJudgement judged = ClientJudgement.of(figures);
    return new WorkerRow.Health(
        judged.verdict(),
        judged.reasons(),
        sample.lag().percentileNanos(99) / 1e9,
        sample.turnaround().p99Nanos() / 1e9,
        sample.pauses().gcNanos() / 1e9,
        sample.machine().processCores(),
        sample.machine().stealShare(),
        sample.promptsStarved(),
        figures);
  }
}
