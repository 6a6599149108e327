package io.tokenstorm.coordinator.live;

import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.LivePhase;
import io.tokenstorm.coordinator.service.LiveRun;
import io.tokenstorm.coordinator.service.LiveSnapshot;
import io.tokenstorm.coordinator.service.LiveWindow;
import io.tokenstorm.coordinator.service.LiveWorker;
import io.tokenstorm.coordinator.service.RunState;
import io.tokenstorm.coordinator.service.RunSummary;
import io.tokenstorm.protocol.health.LagSpread;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.OnWorkerLoss;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.plan.Warmup;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.protocol.wire.LiveSketch;
import io.tokenstorm.protocol.wire.LoadCount;
import io.tokenstorm.protocol.wire.Stage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plans, positions and statuses for tests of the live view. */
final class RunSamples {
  static final long SECOND = 1_000_000_000L;

  private RunSamples() {}

  static Phase phase(String name, Warmup warmup, Measure measure) {
    return new Phase(
        name,
        "direct",
        "short",
        8,
        new RequestSpec(Api.OPENAI_CHAT, 16, true, true, Map.of(), Map.of()),
        warmup,
        measure,
        new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofMinutes(5)),
        List.of());
  }

  static Phase phase(String name) {
    return phase(name, new Warmup(2, Duration.ZERO, true), new Measure(Duration.ofSeconds(20), 0));
  }

  static Plan plan(Phase... phases) {
    return new Plan(
        "quickstart",
        "m",
        Map.of(),
        List.of(),
        7,
        OnWorkerLoss.DEFAULT,
        Map.of(),
        Map.of(),
        List.of(phases));
  }

  static RunSummary summary(RunState state, @Nullable Verdict verdict) {
    return new RunSummary(
        "run-1", "quickstart", state, 0, 0, 2, Path.of("results"), Instant.EPOCH, verdict, "");
  }

  static LiveRun run(Plan plan, @Nullable LivePhase at) {
    return new LiveRun(summary(RunState.RUNNING, null), plan, 0, 0, at, List.of(), List.of());
  }

  /** A snapshot without workers. */
  static LiveSnapshot snapshot(LiveRun run, long atNanos) {
    return new LiveSnapshot(atNanos, List.of(), run, List.of(run.summary()));
  }

  /** The measured window of phase 0 opened at second 10, for 20 s. */
  static LivePhase measuring(int epoch, LiveSketch... sketches) {
    return at(Stage.MEASURE, epoch, sketches);
  }

  static LivePhase at(Stage stage, int epoch, LiveSketch... sketches) {
    LiveWindow window = new LiveWindow(10 * SECOND, 30 * SECOND, 0, Long.MAX_VALUE);
    return new LivePhase(0, epoch, stage, 10 * SECOND, "", 8, 7, window, window, List.of(sketches));
  }

  static LiveWorker worker(String id, LiveWorker.State state, @Nullable WorkerStatus status) {
    return new LiveWorker(id, state, "", "host", 7, 2, 1, 0, 4, 150_000, 11 * SECOND, status);
  }

  static WorkerStatus status(
      String worker, int epoch, long sequence, int inFlight, LoadCount warmup, LoadCount measure) {
    return new WorkerStatus(
        worker,
        1,
        sequence,
        "run-1",
        epoch,
        0,
        Stage.MEASURE,
        true,
        true,
        "",
        inFlight,
        warmup,
        measure,
        0,
        0,
        new HealthSample(
            1,
            new LagSpread(List.of(90, 10)),
            2_000_000,
            new HealthSample.Turnaround(5, 1_000_000, 3_000_000, 3_000_000),
            HealthSample.Reads.NONE,
            new HealthSample.Pauses(4_000_000, 1_000_000, 5_000_000, 1_000_000),
            new HealthSample.Machine(0.5, 2, 0.1, 0.01, 0),
            0,
            0,
            ""));
  }
}
