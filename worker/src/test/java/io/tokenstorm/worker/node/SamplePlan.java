package io.tokenstorm.worker.node;

import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.OnWorkerLoss;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.PlanHash;
import io.tokenstorm.protocol.plan.PlanJson;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.SecretRef;
import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.plan.TlsOptions;
import io.tokenstorm.protocol.plan.Warmup;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.wire.WorkerProtocol.PlanAssignment;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A plan of one phase whose route needs the variable {@code API_KEY}. */
record SamplePlan(Plan plan, int concurrency) {
  static SamplePlan of(int concurrency) {
    Route route =
        new Route(
            "direct",
            List.of(URI.create("http://127.0.0.1:1")),
            Map.of("authorization", HeaderValue.secret(new SecretRef("API_KEY", "Bearer "))),
            null,
            TlsOptions.DEFAULT);
    Phase phase =
        new Phase(
            "only",
            "direct",
            "short",
            concurrency,
            new RequestSpec(Api.OPENAI_CHAT, 16, true, true, Map.of(), Map.of()),
            Warmup.NONE,
            new Measure(Duration.ofSeconds(1), 0),
            new Timeouts(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(9)),
            List.of());
    return new SamplePlan(
        new Plan(
            "sample",
            "model",
            Map.of(),
            List.of(),
            7,
            OnWorkerLoss.DEFAULT,
            Map.of("direct", route),
            Map.of("short", new Workload("short", 10, null)),
            List.of(phase)),
        concurrency);
  }

  String hash() {
    return PlanHash.of(plan);
  }

  PlanAssignment assignment(String run) {
    return new PlanAssignment(run, hash(), "salt", PlanJson.write(plan));
  }
}
