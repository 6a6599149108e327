package io.tokenstorm.cluster.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.Evidence.Merged;
import io.tokenstorm.cluster.evidence.ReportOracle;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.scene.Cluster;
import io.tokenstorm.cluster.scene.Plans;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.replica.ReplicaSet;
import io.tokenstorm.replica.SimulatedReplica;
import io.tokenstorm.replica.fault.FaultKind;
import io.tokenstorm.replica.fault.FaultSpec;
import io.tokenstorm.replica.truth.TruthRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Replicas that go wrong in every way they can while a run measures them. */
@Timeout(120)
class TargetFaultsIT {
  private static final int EACH = 2;
  private static final Map<String, Set<ErrorKind>> KINDS =
      Map.of(
          "fault:status", Set.of(ErrorKind.HTTP_STATUS),
          "fault:reset", Set.of(ErrorKind.RESET),
          "fault:stall", Set.of(ErrorKind.TIMEOUT_IDLE),
          "fault:truncate", Set.of(ErrorKind.TRUNCATED),
          "fault:error", Set.of(ErrorKind.IN_STREAM_ERROR),
          "down", Set.of(ErrorKind.RESET, ErrorKind.CLOSED_BEFORE_RESPONSE));

  @TempDir Path directory;

  @Test
  void run_againstFailingReplicas_namesEachErrorAndStaysValid() throws Exception {
    Path truth = directory.resolve("truth.jsonl");
    RunOutcome outcome;
    try (ReplicaSet target = ReplicaSet.pair("fast", truth);
        Cluster cluster = Cluster.embedded(directory, 2)) {
      String run =
          cluster.submit(
              Plans.text(
                  target,
                  "",
                  """
                  - {name: faulty, route: direct, workload: short, concurrency: 8, measure: {at_least: 5s}, timeout: {idle: 1500ms}}
                  - {name: calm, route: direct, workload: short, concurrency: 8, measure: {requests: 64}}
                  """));
      Set<ErrorKind> merged = ConcurrentHashMap.newKeySet();
      cluster.service().observe((id, worker, records) -> note(records, merged));
      Cluster.await().until(() -> cluster.isMeasuring(0));
      injectInto(target.replica("r1"));
      target.replica("r2").down();
      Cluster.await().until(() -> merged.contains(ErrorKind.CONNECT_REFUSED));
      target.replica("r2").up();
      assertThat(cluster.isMeasuring(0)).isTrue();
      outcome = cluster.outcome(run);
    }
    Evidence evidence = Evidence.read(outcome.directory(), truth);

    RunChecks.validOnThisMachine(evidence);
    assertThat(outcome.cause()).isEqualTo(EndCause.DONE);
    RunChecks.bounded(evidence);
    ReportOracle.check(evidence);
    eachAsTheReplicaSawIt(evidence);
    reported(evidence);
  }

  private static void injectInto(SimulatedReplica replica) {
    for (FaultKind kind : FaultKind.values()) {
      if (kind != FaultKind.SLOW) {
        replica.inject(new FaultSpec(kind, EACH, kind == FaultKind.STATUS ? 0 : 5, 503, 20));
      }
    }
  }

  private static void note(List<RequestRecord> records, Set<ErrorKind> kinds) {
    for (RequestRecord record : records) {
      if (record.outcome() instanceof Outcome.Failed failed) {
        kinds.add(failed.kind());
      }
    }
  }

  private static void eachAsTheReplicaSawIt(Evidence evidence) {
    Map<String, Merged> records = evidence.recordsById();
    Map<String, Integer> seen = new TreeMap<>();
    for (TruthRecord truth : evidence.truth()) {
      Outcome outcome = records.get(truth.requestId()).record().outcome();
      seen.merge(truth.ended(), 1, Integer::sum);
      if (truth.ended().equals("done")) {
        assertThat(outcome).as(truth.requestId()).isInstanceOf(Outcome.Completed.class);
      } else {
        assertThat(outcome)
            .as("%s: %s", truth.requestId(), truth.ended())
            .isInstanceOfSatisfying(
                Outcome.Failed.class, f -> assertThat(KINDS.get(truth.ended())).contains(f.kind()));
      }
    }
    for (String fault : List.of("status", "reset", "stall", "truncate", "error")) {
      assertThat(seen).containsEntry("fault:" + fault, EACH);
    }
    Set<String> known =
        evidence.truth().stream().map(TruthRecord::requestId).collect(Collectors.toSet());
    assertThat(evidence.records())
        .filteredOn(m -> !known.contains(evidence.idOf(m)))
        .as("requests that no replica saw")
        .isNotEmpty()
        .allSatisfy(
            m ->
                assertThat(m.record().outcome())
                    .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        f ->
                            assertThat(f.kind())
                                .isIn(
                                    ErrorKind.CONNECT_REFUSED,
                                    ErrorKind.CLOSED_BEFORE_RESPONSE,
                                    ErrorKind.RESET)));
  }

  private static void reported(Evidence evidence) throws Exception {
    JsonNode report = evidence.report();
    JsonNode faulty = report.get("phases").get(0);
    JsonNode calm = report.get("phases").get(1);
    Map<String, Long> counted =
        evidence.recordsOf(0, LoadStage.MEASURE).stream()
            .map(m -> m.record().outcome())
            .filter(Outcome.Failed.class::isInstance)
            .collect(
                Collectors.groupingBy(
                    o -> ((Outcome.Failed) o).kind().label(), Collectors.counting()));
    assertThat(counted)
        .containsKeys(
            "http_status",
            "reset",
            "timeout_idle",
            "truncated",
            "in_stream_error",
            "connect_refused");
    counted.forEach(
        (kind, count) ->
            assertThat(faulty.at("/errors_by_kind/" + kind + "/count").asLong())
                .as(kind)
                .isEqualTo(count));
    assertThat(faulty.at("/errors_by_kind/http_status/by_status/503").asLong()).isEqualTo(EACH);
    String texts = String.join("\n", report.get("findings").findValuesAsText("text"));
    counted.keySet().forEach(kind -> assertThat(texts).contains(kind));
    assertThat(calm.get("errors").asLong()).isZero();
    assertThat(calm.get("success").asLong()).isEqualTo(64);
  }
}
