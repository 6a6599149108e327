package io.tokenstorm.worker.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.OnWorkerLoss;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.PlanHash;
import io.tokenstorm.protocol.plan.PlanJson;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.SecretRef;
import io.tokenstorm.protocol.plan.TlsOptions;
import io.tokenstorm.protocol.wire.WorkerProtocol.PlanAssignment;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlanShelfTest {
  private final PlanShelf shelf = new PlanShelf();
  private final Plan plan = plan(1);

  @Test
  void accept_rightHash_heldForThisRunOnly() {
    shelf.accept(assignment("r1", plan, PlanHash.of(plan)));
    assertThat(shelf.holds("r1", PlanHash.of(plan))).isTrue();
    assertThat(shelf.holds("r1", "other")).isFalse();
    assertThat(shelf.holds("r2", PlanHash.of(plan))).isFalse();
    assertThat(shelf.find("r1").salt()).isEqualTo("salt-r1");
    assertThat(shelf.find("r1").plan()).isEqualTo(plan);
  }

  @Test
  void accept_wrongHashOrNoPlan_refused() {
    assertThatThrownBy(() -> shelf.accept(assignment("r1", plan(2), PlanHash.of(plan))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("r1")
        .hasMessageContaining(PlanHash.of(plan));
    assertThatThrownBy(() -> shelf.accept(new PlanAssignment("r1", "x", "s", "{")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(shelf.find("r1")).isNull();
  }

  @Test
  void accept_manyRuns_oldestForgotten() {
    for (int run = 0; run < 6; run++) {
      shelf.accept(assignment("r" + run, plan, PlanHash.of(plan)));
    }
    assertThat(shelf.find("r1")).isNull();
    assertThat(shelf.find("r2")).isNotNull();
  }

  @Test
  void secrets_ofARoute_resolvedOrNamedButNeverPrinted() {
    Map<String, HeaderValue> headers = new LinkedHashMap<>();
    headers.put("authorization", HeaderValue.secret(new SecretRef("KEY", "Bearer ")));
    headers.put("x-b", HeaderValue.secret(new SecretRef("B", "")));
    headers.put("x-a", HeaderValue.secret(new SecretRef("A", "")));
    headers.put("plain", HeaderValue.literal("text"));
    Route route =
        new Route("r", List.of(URI.create("http://h")), headers, null, TlsOptions.DEFAULT);
    RouteSecrets secrets =
        RouteSecrets.of(
            route, name -> name.equals("KEY") ? Optional.of("hunter2") : Optional.empty());
    assertThat(secrets.values()).isEqualTo(Map.of("KEY", "hunter2"));
    assertThat(secrets.missing()).containsExactly("A", "B");
    assertThat(secrets.problem()).contains("A, B").doesNotContain("hunter2");
    assertThat(secrets.toString()).doesNotContain("hunter2");
  }

  private static PlanAssignment assignment(String run, Plan plan, String hash) {
    return new PlanAssignment(run, hash, "salt-" + run, PlanJson.write(plan));
  }

  private static Plan plan(long seed) {
    return new Plan(
        "p", "m", Map.of(), List.of(), seed, OnWorkerLoss.DEFAULT, Map.of(), Map.of(), List.of());
  }
}
