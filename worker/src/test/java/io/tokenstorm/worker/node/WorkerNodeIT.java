package io.tokenstorm.worker.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.LiveSketch;
import io.tokenstorm.protocol.wire.SendWindow;
import io.tokenstorm.protocol.wire.Stage;
import io.tokenstorm.protocol.wire.WorkerProtocol;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Phases of a worker node under a scripted coordinator, over real remoting on loopback. */
@Timeout(180)
class WorkerNodeIT extends WorkerFixture {
  @Test
  void phase_armedToDrained_everyRecordIsPulledExactlyOnce() throws Exception {
    start("w1", Duration.ofMillis(3));
    Conductor conductor = conduct("w1", "run-1");
    conductor.arm(1);
    awaitStatus("w1", s -> s.run().equals("run-1") && !s.planKnown());
    assertThat(coordinator.status("w1").prepared()).isFalse();
    coordinator.tell("w1", plan.assignment("run-1"));
    awaitStatus("w1", s -> s.planKnown() && s.prepared());
    assertThat(engine().work().secrets()).isEqualTo(ENVIRONMENT);
    assertThat(engine().sent()).isEmpty();

    SendWindow warmup = new SendWindow(ticker.nanos(), Long.MAX_VALUE, 10);
    conductor.order(Stage.WARMUP, warmup, SendWindow.NONE);
    awaitStatus("w1", s -> s.warmup().slotsDone() == 4 && atRest(s));
    assertThat(coordinator.status("w1").warmup().issued()).isEqualTo(10);

    long opens = ticker.nanos() + 300_000_000;
    SendWindow measure = new SendWindow(opens, opens + 1_500_000_000, 0);
    conductor.order(Stage.MEASURE, SendWindow.NONE, measure);
    Puller puller = new Puller(coordinator, "w1", "run-1", 1, 42);
    await()
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> {
              puller.demand();
              return coordinator.status("w1").measure().slotsDone() == 4;
            });
    conductor.order(Stage.DRAIN, SendWindow.NONE, SendWindow.NONE);
    awaitStatus("w1", s -> s.stage() == Stage.DRAIN && atRest(s));
    WorkerStatus status = coordinator.status("w1");
    await()
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> {
              puller.demand();
              return puller.count() == status.spooledSeq();
            });

    Map<RequestKey, Long> sent = engine().sent();
    assertThat(keysOf(puller.records())).isEqualTo(sent.keySet()).hasSize(puller.count());
    assertThat(sent)
        .allSatisfy(
            (key, nanos) ->
                assertThat(nanos >= opens && nanos < opens + 1_500_000_000)
                    .isEqualTo(key.stage() == LoadStage.MEASURE));
    assertThat(status.warmup().issued() + status.measure().issued()).isEqualTo(sent.size());
    assertThat(status.problem()).isEmpty();
    assertThat(coordinator.heard(LiveSketch.class))
        .isNotEmpty()
        .anySatisfy(sketch -> assertThat(sketch.success()).isPositive());

    puller.acknowledge();
    coordinator.tell("w1", new WorkerProtocol.ReleaseRun("run-1"));
    Path runDirectory = Path.of(coordinator.hello("w1").spoolPath()).resolve("run-1");
    await().until(() -> !Files.exists(runDirectory));
  }

  @Test
  void directives_stop_nothingIsSentPastTheLeaseAndWhatRunsIsCutLater() throws Exception {
    start("w1", Duration.ofMillis(5));
    Conductor conductor = conduct("w1", "run-1");
    measureWithoutEnd("w1", conductor, 1);
    await().until(() -> engine().sent().size() > 50);
    long lease = conductor.fallSilent();
    await().until(() -> ticker.nanos() > lease + 300_000_000);
    int sent = engine().sent().size();
    await().during(Duration.ofMillis(300)).until(() -> engine().sent().size() == sent);
    assertThat(engine().sent().values()).allSatisfy(nanos -> assertThat(nanos).isLessThan(lease));
  }

  @Test
  void lease_lapsedForFiveSeconds_whatRunsIsCut() throws Exception {
    start("w1", Duration.ofMinutes(5));
    Conductor conductor = conduct("w1", "run-1");
    measureWithoutEnd("w1", conductor, 1);
    awaitStatus("w1", s -> s.inFlight() == 4);
    long lease = conductor.fallSilent();
    await().atMost(LONG).until(() -> engine().status().inFlight() == 0);
    assertThat(ticker.nanos() - lease).isGreaterThanOrEqualTo(5_000_000_000L);
    Puller puller = new Puller(coordinator, "w1", "run-1", 1, 1);
    await()
        .until(
            () -> {
              puller.demand();
              return puller.count() == 4;
            });
    assertThat(puller.records()).allMatch(record -> record.outcome() instanceof Outcome.Cut);
  }

  @Test
  void cutOrdered_whatRunsEndsAtOnceAndIsHandedIn() throws Exception {
    start("w1", Duration.ofMinutes(5));
    Conductor conductor = conduct("w1", "run-1");
    measureWithoutEnd("w1", conductor, 1);
    awaitStatus("w1", s -> s.inFlight() == 4);
    conductor.cutNow();
    awaitStatus("w1", s -> s.stage() == Stage.DRAIN && atRest(s));
    assertThat(coordinator.status("w1").measure().issued()).isEqualTo(4);
    assertThat(coordinator.status("w1").spooledSeq()).isEqualTo(4);
  }

  @Test
  void armed_secretMissing_variableNamedInTheStatus() throws Exception {
    start(options("w1", Duration.ofMillis(5)).withEnvironment(name -> Optional.empty()));
    Conductor conductor = conduct("w1", "run-1");
    coordinator.tell("w1", plan.assignment("run-1"));
    conductor.arm(1);
    awaitStatus("w1", s -> !s.problem().isEmpty());
    WorkerStatus status = coordinator.status("w1");
    assertThat(status.problem()).contains("API_KEY").contains("set it");
    assertThat(status.prepared()).isFalse();
    assertThat(engine().work()).isNull();
  }

  @Test
  void armed_planOfAnotherHash_refusedInTheStatus() throws Exception {
    start("w1", Duration.ofMillis(5));
    Conductor conductor = conduct("w1", "run-1");
    conductor.arm(1);
    awaitStatus("w1", s -> s.run().equals("run-1"));
    WorkerProtocol.PlanAssignment other = SamplePlan.of(9).assignment("run-1");
    coordinator.tell(
        "w1", new WorkerProtocol.PlanAssignment("run-1", plan.hash(), "salt", other.planJson()));
    awaitStatus("w1", s -> s.problem().contains("hash"));
    assertThat(coordinator.status("w1").planKnown()).isFalse();
  }
}
