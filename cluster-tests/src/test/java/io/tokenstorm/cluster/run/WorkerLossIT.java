package io.tokenstorm.cluster.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.fasterxml.jackson.databind.JsonNode;
import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.Evidence.Merged;
import io.tokenstorm.cluster.evidence.Evidence.RequestName;
import io.tokenstorm.cluster.evidence.ReportOracle;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.evidence.Spools;
import io.tokenstorm.cluster.scene.ChildJvm;
import io.tokenstorm.cluster.scene.Cluster;
import io.tokenstorm.cluster.scene.Plans;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.replica.ReplicaSet;
import io.tokenstorm.replica.truth.TruthRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;

/**
 * A worker process {@code w2} beside a worker {@code w1} that lives on: killed, and frozen. Mostly
 * these wait, for failure detectors and leases; so they wait together.
 */
@Timeout(120)
class WorkerLossIT {
  private static final Duration LEASE = Duration.ofMillis(2500);

  /** Fifteen seconds are meant; twice that, as machines that build are busy. */
  private static final Duration TERMINATION = Duration.ofSeconds(30);

  @TempDir Path directory;
  private Path truth;
  private ReplicaSet target;
  private Cluster cluster;
  private ChildJvm victim;

  @BeforeEach
  void start() throws Exception {
    truth = directory.resolve("truth.jsonl");
    target = ReplicaSet.pair("fast", truth);
    cluster = Cluster.start(directory, 2);
    cluster.worker("w1");
    victim = cluster.workerProcess("w2");
  }

  @AfterEach
  void end() throws Exception {
    cluster.close();
    target.close();
  }

  @Test
  @Execution(CONCURRENT)
  void kill_inWarmup_phaseIsArmedAnewAndTheRunGoesOn() throws Exception {
    String run =
        cluster.submit(
            Plans.text(
                target,
                "",
                """
                - {name: it, route: gateway, workload: short, concurrency: 6, warmup: {requests_per_slot: 35}}
                """));
    Cluster.await()
        .until(() -> cluster.status("w2", 0).filter(s -> s.warmup().issued() > 6).isPresent());
    victim.kill();
    RunOutcome outcome = cluster.outcome(run);
    Evidence evidence = evidence(outcome);

    RunChecks.validOnThisMachine(evidence);
    assertThat(outcome.cause()).isEqualTo(EndCause.DONE);
    List<RunEvent.PhaseArmed> armed = evidence.all(RunEvent.PhaseArmed.class);
    assertThat(armed).hasSize(2);
    assertThat(armed.get(1).shares()).containsExactly(new RunEvent.Share("w1", 0, 6));
    assertThat(evidence.all(RunEvent.PhaseRestarted.class))
        .singleElement()
        .satisfies(r -> assertThat(r.why()).contains("w2"));
    assertThat(findings(evidence)).contains("restarted");
    RunChecks.bounded(evidence);
    ReportOracle.check(evidence);
    onlyLostOf(evidence, armed.get(0));
  }

  @Test
  @Execution(CONCURRENT)
  void kill_inWindowUnderFail_isInvalidWithCulpritAndExactLoss() throws Exception {
    String run = cluster.submit(Plans.text(target, "", longPhase() + secondPhase()));
    long killed = killWhileMeasuring();
    RunOutcome outcome = cluster.outcome(run);
    long took = System.nanoTime() - killed;
    Evidence evidence = evidence(outcome);

    assertThat(outcome.verdict()).as(evidence.story()).isEqualTo(Verdict.INVALID);
    assertThat(outcome.cause()).isEqualTo(EndCause.WORKER_LOST);
    assertThat(outcome.reason()).contains("w2").contains("long");
    System.out.printf("verdict %.1f s after the kill of a worker%n", took / 1e9);
    assertThat(took).as("time to the verdict").isLessThan(TERMINATION.toNanos());
    assertThat(evidence.all(RunEvent.PhaseArmed.class)).hasSize(1);
    RunChecks.bounded(evidence);
    exactLoss(evidence);
  }

  @Test
  @Execution(CONCURRENT)
  void kill_inWindowUnderDegrade_cutsTheWindowAndGoesOnWithTheRest() throws Exception {
    String run =
        cluster.submit(Plans.text(target, "on_worker_loss: degrade", longPhase() + secondPhase()));
    killWhileMeasuring();
    RunOutcome outcome = cluster.outcome(run);
    Evidence evidence = evidence(outcome);

    assertThat(outcome.verdict()).as(evidence.story()).isEqualTo(Verdict.DEGRADED);
    assertThat(outcome.reason()).contains("w2");
    assertThat(evidence.all(RunEvent.WindowClosed.class).get(0).reason()).contains("w2");
    assertThat(evidence.all(RunEvent.PhaseSettled.class)).hasSize(2);
    assertThat(evidence.all(RunEvent.PhaseArmed.class).get(1).shares())
        .containsExactly(new RunEvent.Share("w1", 0, 4));
    RunChecks.bounded(evidence);
    ReportOracle.check(evidence);
    exactLoss(evidence);
  }

  @Test
  @Execution(CONCURRENT)
  void stop_untilItsLeaseHasLapsed_nothingIsSentAfterwards() throws Exception {
    String run =
        cluster.submit(Plans.text(target, "on_worker_loss: degrade", longPhase() + secondPhase()));
    Cluster.await().until(this::bothMeasure);
    victim.signal("STOP");
    long stopped = System.nanoTime();
    Cluster.await().until(() -> System.nanoTime() - stopped > Duration.ofSeconds(4).toNanos());
    Cluster.await().until(() -> System.nanoTime() - lostAt() > LEASE.toNanos());
    victim.signal("CONT");
    RunOutcome outcome = cluster.outcome(run);
    Evidence evidence = evidence(outcome);

    assertThat(outcome.verdict()).as(evidence.story()).isEqualTo(Verdict.DEGRADED);
    assertThat(outcome.reason()).contains("w2");
    RunEvent.PhaseArmed armed = evidence.all(RunEvent.PhaseArmed.class).get(0);
    List<TruthRecord> ofVictim =
        evidence.truth().stream().filter(t -> isOf(t, armed, "w2")).toList();
    assertThat(ofVictim).isNotEmpty();
    for (TruthRecord request : ofVictim) {
      assertThat(request.arrivalNanos() - stopped)
          .as("arrival of %s after the stop, ns", request.requestId())
          .isLessThan(Duration.ofSeconds(1).toNanos());
    }
    assertThat(evidence.all(RunEvent.PhaseSettled.class)).hasSize(2);
    RunChecks.bounded(evidence);
  }

  @Test
  @Execution(CONCURRENT)
  void stop_whileNoRunNeedsIt_theWorkerIsTheMemberItWas() throws Exception {
    Cluster.await().until(() -> cluster.members().size() == 2);
    victim.signal("STOP");
    long stopped = System.nanoTime();
    Cluster.await().until(() -> cluster.members().size() == 1);
    Cluster.await().until(() -> System.nanoTime() - stopped > Duration.ofSeconds(22).toNanos());
    victim.signal("CONT");
    Cluster.await().until(() -> cluster.members().size() == 2);
    assertThat(victim.output()).doesNotContain("joins anew").doesNotContain("starting the next");

    RunOutcome outcome = cluster.run(Plans.text(target, "", secondPhase()));

    Evidence evidence = evidence(outcome);
    assertThat(outcome.verdict()).as(evidence.story()).isEqualTo(Verdict.VALID);
    assertThat(evidence.all(RunEvent.PhaseArmed.class).get(0).shares()).hasSize(2);
    RunChecks.undisturbed(evidence);
  }

  private static String longPhase() {
    return """
        - {name: long, route: gateway, workload: short, concurrency: 6, measure: {at_least: 60s}}
        """;
  }

  private static String secondPhase() {
    return """
        - {name: next, route: gateway, workload: short, concurrency: 4, measure: {requests: 40}}
        """;
  }

  private long killWhileMeasuring() throws InterruptedException {
    Cluster.await().until(this::bothMeasure);
    victim.kill();
    return System.nanoTime();
  }

  private boolean bothMeasure() {
    return List.of("w1", "w2").stream()
        .allMatch(w -> cluster.status(w, 0).filter(s -> s.measure().recorded() > 10).isPresent());
  }

  /** When the coordinator gave the victim up; far in the future before that. */
  private long lostAt() {
    return cluster.noted(RunEvent.WorkerLost.class).stream()
        .mapToLong(StampedEvent::atNanos)
        .findFirst()
        .orElse(System.nanoTime());
  }

  /** Complete only once the replicas have ended. */
  private Evidence evidence(RunOutcome outcome) throws IOException {
    target.close();
    return Evidence.read(outcome.directory(), truth);
  }

  private static Set<String> findings(Evidence evidence) throws IOException {
    return evidence.report().get("findings").findValuesAsText("rule").stream()
        .collect(Collectors.toSet());
  }

  private static boolean isOf(TruthRecord truth, RunEvent.PhaseArmed armed, String worker) {
    RequestName name = RequestName.of(truth.requestId());
    return name.epoch() == armed.epoch() && RunChecks.ownerOf(name.slot(), armed).equals(worker);
  }

  /** The victim's spool, the settled tally and the report agree on what is lost. */
  private void exactLoss(Evidence evidence) throws IOException {
    RunEvent.PhaseArmed armed = evidence.all(RunEvent.PhaseArmed.class).get(0);
    Spools spool = Spools.of(cluster.spools(), "w2", evidence.run());
    RunEvent.Tally tally =
        evidence.settled(0).tallies().stream()
            .filter(t -> t.worker().equals("w2") && t.stage() == LoadStage.MEASURE)
            .findFirst()
            .orElseThrow();
    assertThat(tally.issued()).isEqualTo(spool.issuedIn(armed.epoch(), LoadStage.MEASURE));
    assertThat(tally.lostAtLeast())
        .isPositive()
        .isEqualTo(tally.lostAtMost())
        .isEqualTo(spool.issuedInAll() - spool.recorded());
    JsonNode phase = evidence.report().get("phases").get(0);
    assertThat(phase.get("lost").asLong()).isEqualTo(tally.lostAtLeast());
    assertThat(findings(evidence)).contains("requests_lost");
    onlyLostOf(evidence, armed);
  }

  /** Requests seen by a replica without a record are the victim's, and no more than it lost. */
  private void onlyLostOf(Evidence evidence, RunEvent.PhaseArmed armed) throws IOException {
    Spools spool = Spools.of(cluster.spools(), "w2", evidence.run());
    List<Merged> merged = evidence.records().stream().filter(m -> m.worker().equals("w2")).toList();
    assertThat(merged).hasSize((int) spool.recorded());
    Set<String> known = evidence.recordsById().keySet();
    List<TruthRecord> unknown =
        evidence.truth().stream().filter(t -> !known.contains(t.requestId())).toList();
    assertThat(unknown)
        .hasSizeLessThanOrEqualTo((int) (spool.issuedInAll() - spool.recorded()))
        .allMatch(t -> isOf(t, armed, "w2"));
    assertThat(evidence.truth().stream().map(TruthRecord::requestId))
        .doesNotHaveDuplicates()
        .containsAll(known);
  }
}
