package io.tokenstorm.cli.calibrate;

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

/** One step of the ladder as a phase whose slots may send from its opening to its closing. */
final class RungPhase implements SendGate {
  static final String RUN = "calibrate";

  private final AtomicIntegerArray next;
  private final int index;
  private volatile boolean open;

  RungPhase(int index, int slots) {
    this.index = index;
    this.next = new AtomicIntegerArray(slots);
  }

  void open(boolean now) {
    open = now;
  }

  @Override
  public SendDecision ask(int slot, long nowNanos) {
    return open
        ? new SendDecision.Send(LoadStage.MEASURE, next.getAndIncrement(slot))
        : SendDecision.IDLE;
  }

  @Override
  public boolean leaseHolds(long nowNanos) {
    return open;
  }

  PhaseWork work(URI url, int tokens) {
    int slots = next.length();
    RequestSpec spec = new RequestSpec(Api.OPENAI_CHAT, tokens, true, true, Map.of(), Map.of());
    Phase phase =
        new Phase(
            "step-" + index,
            "direct",
            "short",
            slots,
            spec,
            Warmup.NONE,
            new Measure(Duration.ofMinutes(1), 0),
            new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofMinutes(1)),
            List.of());
    Route route = new Route("direct", List.of(url), Map.of(), null, TlsOptions.DEFAULT);
    return new PhaseWork(
        RUN,
        index + 1,
        index,
        phase,
        route,
        new Workload("short", 50, null),
        "tokenstorm-sim",
        7,
        "calibrate",
        1.0,
        null,
        new SlotRange(0, slots),
        Map.of());
  }
}
