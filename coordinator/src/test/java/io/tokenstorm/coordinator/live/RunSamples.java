package io.tokenstorm.coordinator.live;

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
import io.tokenstorm.protocol.wire.LoadCount;
import io.tokenstorm.protocol.wire.Stage;
import java.time.Duration;
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

  static RunFacts facts(Plan plan, RunFacts.@Nullable Position at) {
    return new RunFacts(
        "run-1",
        plan,
        RunState.RUNNING,
        "",
        0,
        at,
        List.of(member("w1"), member("w2")),
        Map.of(),
        List.of(),
        List.of(),
        null);
  }

  static RunFacts.Member member(String worker) {
    return new RunFacts.Member(worker, 1, WorkerRow.State.SERVING, 4);
  }

  /** The measured window of phase 0 opened at second 10. */
  static RunFacts.Position measuring(int epoch) {
    return new RunFacts.Position(0, epoch, Stage.MEASURE, 10 * SECOND, 10 * SECOND);
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
        new HealthSample(1_000_000, 2_000_000, 3_000_000, 4_000_000, 0.5, 0.01, 0));
  }
}
