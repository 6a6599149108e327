package io.tokenstorm.benchmarks.engine;

import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.plan.TlsOptions;
import io.tokenstorm.protocol.plan.Warmup;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.shard.SlotRange;
import io.tokenstorm.worker.load.PhaseWork;
import io.tokenstorm.worker.load.SendDecision;
import io.tokenstorm.worker.load.SendGate;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A phase without an end for an engine without a coordinator: chat completions with prompts of 50
 * tokens, and a gate at which every slot may always send.
 */
public final class OpenPhase implements SendGate {
  private final AtomicIntegerArray next;

  public OpenPhase(int slots) {
    next = new AtomicIntegerArray(slots);
  }

  @Override
  public SendDecision ask(int slot, long nowNanos) {
    return new SendDecision.Send(LoadStage.MEASURE, next.getAndIncrement(slot));
  }

  @Override
  public boolean leaseHolds(long nowNanos) {
    return true;
  }

  /** The phase against one target, for all slots of this gate. */
  public PhaseWork work(String url, int maxTokens) {
    int slots = next.length();
    RequestSpec spec = new RequestSpec(Api.OPENAI_CHAT, maxTokens, true, true, Map.of(), Map.of());
    Phase phase =
        new Phase(
            "cost",
            "direct",
            "short",
            slots,
            spec,
            Warmup.NONE,
            new Measure(Duration.ofHours(1), 0),
            new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofHours(1)),
            List.of());
    Route route = new Route("direct", List.of(URI.create(url)), Map.of(), null, TlsOptions.DEFAULT);
    return new PhaseWork(
        "cost",
        1,
        0,
        phase,
        route,
        new Workload("short", 50, null),
        "m",
        7,
        "salt",
        1.0,
        null,
        new SlotRange(0, slots),
        Map.of());
  }
}
