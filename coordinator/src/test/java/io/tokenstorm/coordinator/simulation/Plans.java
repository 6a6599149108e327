package io.tokenstorm.coordinator.simulation;

import io.tokenstorm.coordinator.run.spec.RunSpec;
import io.tokenstorm.coordinator.run.spec.RunTimings;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.OnWorkerLoss;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.PhaseEvent;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.PlanHash;
import io.tokenstorm.protocol.plan.PlanJson;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.plan.TlsOptions;
import io.tokenstorm.protocol.plan.Warmup;
import io.tokenstorm.protocol.plan.Workload;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Small plans for tests. */
public final class Plans {
  private Plans() {}

  /** What a test says of its phases; all alike. */
  public record Shape(
      int phases,
      int concurrency,
      Warmup warmup,
      Measure measure,
      OnWorkerLoss onWorkerLoss,
      Duration total,
      List<PhaseEvent> events) {
    public static final Shape SMALL =
        new Shape(
            1,
            6,
            new Warmup(2, Duration.ZERO, true),
            new Measure(Duration.ofSeconds(2), 0),
            OnWorkerLoss.DEFAULT,
            Duration.ofSeconds(3),
            List.of());

    public Shape phases(int count) {
      return new Shape(count, concurrency, warmup, measure, onWorkerLoss, total, events);
    }

    public Shape concurrency(int slots) {
      return new Shape(phases, slots, warmup, measure, onWorkerLoss, total, events);
    }

    public Shape warmup(Warmup other) {
      return new Shape(phases, concurrency, other, measure, onWorkerLoss, total, events);
    }

    public Shape measure(Measure other) {
      return new Shape(phases, concurrency, warmup, other, onWorkerLoss, total, events);
    }

    public Shape onLoss(OnWorkerLoss.Policy policy, Duration wait) {
      return new Shape(
          phases, concurrency, warmup, measure, new OnWorkerLoss(policy, wait), total, events);
    }

    public Shape total(Duration other) {
      return new Shape(phases, concurrency, warmup, measure, onWorkerLoss, other, events);
    }

    public Shape events(List<PhaseEvent> other) {
      return new Shape(phases, concurrency, warmup, measure, onWorkerLoss, total, other);
    }
  }

  public static Plan plan(Shape shape, URI target) {
    List<Phase> phases = new ArrayList<>();
    for (int i = 0; i < shape.phases(); i++) {
      phases.add(
          new Phase(
              "phase-" + i,
              "direct",
              "short",
              shape.concurrency(),
              new RequestSpec(Api.OPENAI_CHAT, 8, true, true, Map.of(), Map.of()),
              shape.warmup(),
              shape.measure(),
              new Timeouts(Duration.ofSeconds(1), shape.total(), shape.total()),
              shape.events()));
    }
    return new Plan(
        "test",
        "model",
        Map.of(),
        List.of(),
        7,
        shape.onWorkerLoss(),
        Map.of("direct", new Route("direct", List.of(target), Map.of(), null, TlsOptions.DEFAULT)),
        Map.of("short", new Workload("short", 100, null)),
        phases);
  }

  public static RunSpec spec(Shape shape, int minWorkers) {
    Plan plan = plan(shape, URI.create("http://127.0.0.1:1"));
    return new RunSpec(
        "run-1",
        plan,
        PlanHash.of(plan),
        PlanJson.write(plan),
        "salt",
        minWorkers,
        1,
        RunTimings.DEFAULT);
  }
}
