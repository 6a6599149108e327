package io.tokenstorm.cluster.netns.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.Invariants;
import io.tokenstorm.cluster.evidence.ReportOracle;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.netns.net.Machine;
import io.tokenstorm.cluster.netns.scene.LiveRun;
import io.tokenstorm.cluster.netns.scene.NetworkScene;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Replicas that misbehave while they are measured, at events of the plan. */
final class ReplicaScenarios {
  private static final String ADMIN = "http://" + Machine.REPLICAS.dataAddress();

  private ReplicaScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "replica-faults",
            "a replica refuses (503), resets, stalls, breaks off, slows down; then restarts",
            false,
            ReplicaScenarios::faults),
        new Scenario(
            "replica-evicted",
            "the gateway evicts a replica under load, and takes it back",
            false,
            ReplicaScenarios::evicted));
  }

  private static Shown faults(NetworkScene scene) throws Exception {
    Evidence evidence =
        run(
            scene,
            """
            - name: faulty
              route: direct
              workload: short
              concurrency: 6
              measure: {at_least: 8s}
              timeout: {idle: 1500ms}
              events:
                - {at: 1s, http: {post: "%1$s:8000/admin/fault?kind=status&count=4&status=503"}}
                - {at: 2s, http: {post: "%1$s:8000/admin/fault?kind=reset&count=4&after_tokens=5"}}
                - {at: 3s, http: {post: "%1$s:8000/admin/fault?kind=stall&count=2&after_tokens=5"}}
                - {at: 5s, http: {post: "%1$s:8000/admin/fault?kind=truncate&count=4&after_tokens=5"}}
                - {at: 6s, http: {post: "%1$s:8000/admin/fault?kind=slow&count=4&delay_ms=20"}}
                - {at: 7s, http: {post: "%1$s:8001/admin/down?for_ms=500"}}
            - {name: calm, route: direct, workload: short, concurrency: 6, measure: {requests: 60}}
            """
                .formatted(ADMIN));
    Map<String, Long> kinds = errorKinds(evidence);
    assertThat(kinds)
        .containsEntry("http_status", 4L)
        .containsEntry("timeout_idle", 2L)
        .containsEntry("truncated", 4L)
        .containsKeys("reset", "connect_refused");
    JsonNode faulty = evidence.report().get("phases").get(0);
    kinds.forEach(
        (kind, count) ->
            assertThat(faulty.at("/errors_by_kind/" + kind + "/count").asLong())
                .as(kind)
                .isEqualTo(count));
    assertThat(evidence.report().get("phases").get(1).get("errors").asLong()).isZero();
    return Shown.of(
        "errors by kind as they were made (%s), none in the phase after; conservation, ownership,"
                .formatted(
                    kinds.entrySet().stream()
                        .map(e -> e.getKey() + " " + e.getValue())
                        .collect(Collectors.joining(", ")))
            + " windows",
        evidence.report().get("verdict").asText());
  }

  private static Shown evicted(NetworkScene scene) throws Exception {
    Evidence evidence =
        run(
            scene,
            """
            - name: evicting
              route: gateway
              workload: short
              concurrency: 6
              measure: {at_least: 6s}
              events:
                - {at: 2s, http: {post: "/admin/evict?replica=r2"}}
                - {at: 4s, http: {post: "/admin/return?replica=r2"}}
            - {name: calm, route: gateway, workload: short, concurrency: 6, measure: {requests: 60}}
            """);
    assertThat(evidence.all(RunEvent.PlanEventFired.class))
        .hasSize(2)
        .allMatch(fired -> fired.httpStatus() == 200);
    long fired = evidence.all(RunEvent.PlanEventFired.class).get(0).firedAtNanos();
    long back = evidence.all(RunEvent.PlanEventFired.class).get(1).firedAtNanos();
    assertThat(evidence.truthOf(0))
        .filteredOn(t -> t.replica().equals("r2"))
        .as("of the evicted replica")
        .noneMatch(
            t -> t.arrivalNanos() > fired + 500_000_000 && t.arrivalNanos() < back - 500_000_000)
        .anyMatch(t -> t.arrivalNanos() > back);
    assertThat(evidence.report().get("phases").get(1).get("errors").asLong()).isZero();
    return Shown.of(
        "%s; none for the evicted replica until it is back; conservation, ownership, windows"
            .formatted(
                errorKinds(evidence).isEmpty()
                    ? "no errors"
                    : "errors by kind: " + errorKinds(evidence)),
        evidence.report().get("verdict").asText());
  }

  private static Evidence run(NetworkScene scene, String phases) throws Exception {
    scene.cluster();
    LiveRun run = scene.submit(LossPlans.of(LossPlans.FAIL, phases));
    run.awaitEnd();
    Evidence evidence = run.evidence();
    RunChecks.validOnThisMachine(evidence);
    assertThat(evidence.all(RunEvent.PhaseSettled.class)).hasSize(2);
    Invariants.of(evidence).always();
    ReportOracle.check(evidence);
    return evidence;
  }

  private static Map<String, Long> errorKinds(Evidence evidence) {
    return evidence.recordsOf(0, LoadStage.MEASURE).stream()
        .map(merged -> merged.record().outcome())
        .filter(Outcome.Failed.class::isInstance)
        .collect(
            Collectors.groupingBy(
                outcome -> ((Outcome.Failed) outcome).kind().label(),
                TreeMap::new,
                Collectors.counting()));
  }
}
