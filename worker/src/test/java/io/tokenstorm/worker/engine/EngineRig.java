package io.tokenstorm.worker.engine;

import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.plan.TlsOptions;
import io.tokenstorm.protocol.plan.Warmup;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.shard.SlotRange;
import io.tokenstorm.worker.load.LoadEngine;
import io.tokenstorm.worker.load.PhaseWork;
import io.tokenstorm.worker.load.SendDecision;
import io.tokenstorm.worker.load.SendGate;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;

/** An engine, a gate that lets each slot send so many requests, and the records that came. */
final class EngineRig implements AutoCloseable {
  static final Timeouts TIMEOUTS =
      new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(60));

  final LoadEngine engine;
  final List<RequestRecord> records = new CopyOnWriteArrayList<>();
  final Gate gate;

  EngineRig(LoadEngine engine, int requestsPerSlot) {
    this.engine = engine;
    this.gate = new Gate(requestsPerSlot);
  }

  /** Lets each slot send a number of requests, once opened. */
  static final class Gate implements SendGate {
    final Map<Integer, Integer> sent = new ConcurrentHashMap<>();
    final int requestsPerSlot;
    volatile boolean open = true;
    volatile boolean lease = true;

    /** The lease lapses right after a slot was allowed to send its request of this ordinal. */
    volatile int lapsesAfter = -1;

    Gate(int requestsPerSlot) {
      this.requestsPerSlot = requestsPerSlot;
    }

    @Override
    public SendDecision ask(int slot, long nowNanos) {
      int ordinal = sent.getOrDefault(slot, 0);
      if (!open || ordinal == requestsPerSlot) {
        return SendDecision.IDLE;
      }
      sent.put(slot, ordinal + 1);
      if (ordinal == lapsesAfter) {
        lease = false;
      }
      return new SendDecision.Send(LoadStage.MEASURE, ordinal);
    }

    @Override
    public boolean leaseHolds(long nowNanos) {
      return lease;
    }
  }

  void prepare(PhaseWork work) {
    engine.prepare(work, gate, records::add);
  }

  List<RequestRecord> await(int count) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> records.size() >= count);
    return records;
  }

  static RequestSpec chat(boolean stream) {
    return of(Api.OPENAI_CHAT, stream);
  }

  static RequestSpec of(Api api, boolean stream) {
    return new RequestSpec(api, 16, stream, true, Map.of(), Map.of());
  }

  static PhaseWork work(String url, int slots, RequestSpec spec, Timeouts timeouts) {
    return work(url, slots, spec, timeouts, TlsOptions.DEFAULT, Map.of());
  }

  static PhaseWork work(
      String url,
      int slots,
      RequestSpec spec,
      Timeouts timeouts,
      TlsOptions tls,
      Map<String, HeaderValue> headers) {
    Workload workload = new Workload("short", 20, null);
    Route route = new Route("direct", List.of(URI.create(url)), headers, "target-pod", tls);
    Phase phase =
        new Phase(
            "p",
            "direct",
            "short",
            slots,
            spec,
            Warmup.NONE,
            new Measure(Duration.ofSeconds(1), 0),
            timeouts,
            List.of());
    return new PhaseWork(
        "run",
        1,
        0,
        phase,
        route,
        workload,
        "m",
        7,
        "salt",
        1.0,
        null,
        new SlotRange(0, slots),
        Map.of());
  }

  /** The same work over a route that does not keep connections. */
  static PhaseWork connectingAnew(PhaseWork w) {
    Route kept = w.route();
    Route anew =
        new Route(
            kept.name(), kept.targets(), kept.headers(), kept.replicaHeader(), kept.tls(), true);
    return with(w, anew, w.workload(), w.secrets());
  }

  /** The same work with longer prompts. */
  static PhaseWork sized(PhaseWork w, int inputTokens) {
    return with(w, w.route(), new Workload("long", inputTokens, null), w.secrets());
  }

  /** The same work with values of the variables that its headers name. */
  static PhaseWork withSecrets(PhaseWork w, Map<String, String> secrets) {
    return with(w, w.route(), w.workload(), secrets);
  }

  private static PhaseWork with(
      PhaseWork w, Route route, Workload workload, Map<String, String> secrets) {
    return new PhaseWork(
        w.run(),
        w.epoch(),
        w.phaseIndex(),
        w.phase(),
        route,
        workload,
        w.model(),
        w.seed(),
        w.salt(),
        w.lengthFactor(),
        w.recipe(),
        w.slots(),
        secrets);
  }

  @Override
  public void close() {
    engine.close();
  }
}
