package io.tokenstorm.cluster.simulation.scenario;

import io.tokenstorm.cluster.simulation.setting.ReplicaTraits;
import io.tokenstorm.cluster.simulation.world.Chance;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.OnWorkerLoss;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.plan.Warmup;
import io.tokenstorm.protocol.plan.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Draws a plan, and replicas that make it some hundred requests long. */
final class PlanDraw {
  private static final RequestSpec REQUEST =
      new RequestSpec(Api.OPENAI_CHAT, 1, true, true, Map.of(), Map.of());

  private final Chance chance;
  private final int phases;
  private final int slots;
  private final int requests;
  private final long windowMillis;
  private final Duration service;
  private final Timeouts timeouts;

  PlanDraw(Chance chance, int workers) {
    this.chance = chance;
    this.phases = chance.of(0.6) ? 1 : chance.between(2, 3);
    this.slots = chance.of(0.1) ? chance.between(1, 4) : chance.between(workers, workers * 8);
    this.requests = chance.of(0.12) ? chance.between(1, 60) : chance.between(100, 260);
    this.windowMillis = chance.between(300, 3_000);
    long total = chance.between(2_000, 8_000);
    long mean = Math.max(3, Math.min(slots * windowMillis / requests, total / 3));
    this.service = Duration.ofMillis(mean);
    Duration limit = Duration.ofMillis(total);
    this.timeouts = new Timeouts(limit, limit, limit);
  }

  int phases() {
    return phases;
  }

  ReplicaTraits replicas() {
    boolean steady = chance.of(0.5);
    boolean failing = chance.of(0.2);
    return new ReplicaTraits(
        steady ? service.multipliedBy(3).dividedBy(4) : Duration.ofMillis(1),
        steady ? service.multipliedBy(5).dividedBy(4) : service.multipliedBy(2),
        Duration.ofNanos(chance.between(20_000, 5_000_000)),
        failing ? 0.05 : 0,
        failing ? 0.05 : 0);
  }

  Plan draw() {
    List<Phase> all = new ArrayList<>();
    for (int i = 0; i < phases; i++) {
      all.add(phase("p" + i));
    }
    OnWorkerLoss.Policy policy =
        chance.of(0.5) ? OnWorkerLoss.Policy.FAIL : OnWorkerLoss.Policy.DEGRADE;
    return new Plan(
        "simulated",
        "model",
        Map.of(),
        List.of(),
        1,
        new OnWorkerLoss(policy, chance.millis(5_000, 20_000)),
        Map.of(),
        Map.of("short", new Workload("short", 100, null)),
        all);
  }

  private Phase phase(String name) {
    return new Phase(
        name, "route", "short", slots, REQUEST, warmup(), measure(), timeouts, List.of());
  }

  private Warmup warmup() {
    if (chance.of(0.25)) {
      return Warmup.NONE;
    }
    boolean counted = chance.of(0.6);
    return new Warmup(
        counted ? chance.between(1, 2) : 0,
        counted && chance.of(0.7) ? Duration.ZERO : chance.millis(100, 1_500),
        chance.of(0.7));
  }

  private Measure measure() {
    Duration time = Duration.ofMillis(windowMillis);
    return switch (chance.between(0, 2)) {
      case 0 -> new Measure(time, 0);
      case 1 -> new Measure(Duration.ZERO, requests / phases + 1);
      default -> new Measure(time, requests / phases + 1);
    };
  }
}
