package io.tokenstorm.worker.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.spool.IssuedCount;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.ClockReply;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerHello;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerLeaving;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.HeldSpool;
import io.tokenstorm.protocol.wire.LiveSketch;
import io.tokenstorm.protocol.wire.SendWindow;
import io.tokenstorm.protocol.wire.Stage;
import io.tokenstorm.protocol.wire.WireTypes;
import io.tokenstorm.protocol.wire.WorkerProtocol;
import io.tokenstorm.worker.actor.WorkerEnd;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Worker nodes and a scripted coordinator over real remoting on loopback. */
@Timeout(90)
class WorkerNodeIT {
  private static final Map<String, String> ENVIRONMENT = Map.of("API_KEY", "s3cret");
  private static final Duration LONG = Duration.ofSeconds(20);

  private final Ticker ticker = Ticker.system();
  private final SamplePlan plan = SamplePlan.of(4);
  private final ScriptedCoordinator coordinator = new ScriptedCoordinator();
  private final List<ScriptedEngine> engines = new CopyOnWriteArrayList<>();
  private final List<AutoCloseable> open = new ArrayList<>(List.of(coordinator));

  @TempDir Path spools;

  @AfterEach
  void closeAll() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  @Test
  void start_coordinatorThere_offersItselfUntilWelcomeAndTellsItsClock() throws Exception {
    List<WorkerHello> unanswered = new CopyOnWriteArrayList<>();
    coordinator.answerBy(
        hello -> {
          unanswered.add(hello);
          return unanswered.size() < 3
              ? new WorkerProtocol.ClockProbe(9, 4)
              : new WorkerProtocol.Welcome("1");
        });
    WorkerNode node = start("w1", Duration.ofMillis(5));
    await().atMost(LONG).until(() -> unanswered.size() >= 3);
    WorkerHello hello = coordinator.hello("w1");
    assertThat(hello.incarnation()).isEqualTo(1);
    assertThat(hello.wireVersion()).isEqualTo(WireTypes.VERSION);
    assertThat(hello.version()).isEqualTo("1.2.3");
    assertThat(hello.weight()).isEqualTo(3);
    assertThat(hello.cores()).isEqualTo(2);
    assertThat(hello.held()).isEmpty();
    assertThat(Path.of(hello.spoolPath())).isDirectory().startsWith(spools);
    assertThat(node.port()).isPositive();
    assertThat(node.incarnation()).isEqualTo(1);

    await().until(() -> !coordinator.heard(ClockReply.class).isEmpty());
    long before = ticker.nanos();
    int known = coordinator.heard(ClockReply.class).size();
    coordinator.tell("w1", new WorkerProtocol.ClockProbe(77, 123));
    await().until(() -> coordinator.heard(ClockReply.class).size() > known);
    ClockReply reply = coordinator.heard(ClockReply.class).get(known);
    assertThat(reply.probe()).isEqualTo(77);
    assertThat(reply.coordinatorNanos()).isEqualTo(123);
    assertThat(reply.workerNanos()).isBetween(before, ticker.nanos());
  }

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
  void hello_refused_endsWithTheReason() throws Exception {
    coordinator.answerBy(hello -> new WorkerProtocol.Refused("version 9 is needed"));
    WorkerNode node = start("w1", Duration.ofMillis(5));
    assertThat(endOf(node))
        .isEqualTo(new WorkerEnd(WorkerEnd.Reason.REFUSED, "version 9 is needed"));
    await().atMost(LONG).until(() -> coordinator.others() == 0);
    assertThat(spools.resolve("w1")).isEmptyDirectory();
  }

  @Test
  void systemEnds_nextIncarnationOffersWhatTheLastOneKept() throws Exception {
    WorkerNode node = start("w1", Duration.ofMillis(3));
    Conductor conductor = conduct("w1", "run-1");
    measureWithoutEnd("w1", conductor, 5);
    await().until(() -> engine().sent().size() > 100);
    conductor.fallSilent();
    coordinator.down("w1");
    await().atMost(Duration.ofSeconds(40)).until(() -> coordinator.hello("w1").incarnation() == 2);
    assertThat(node.incarnation()).isEqualTo(2);
    assertThat(node.whenEnded().toCompletableFuture()).isNotDone();

    ScriptedEngine first = engines.get(0);
    WorkerHello hello = coordinator.hello("w1");
    assertThat(hello.held()).hasSize(1);
    HeldSpool held = hello.held().get(0);
    assertThat(held.run()).isEqualTo("run-1");
    assertThat(held.incarnation()).isEqualTo(1);
    assertThat(held.issued().stream().mapToLong(IssuedCount::issued).sum())
        .as("every send was counted, and every one has its record")
        .isEqualTo(first.sent().size())
        .isEqualTo(held.endSeq());
    Puller puller = new Puller(coordinator, "w1", "run-1", 1, 3);
    await()
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> {
              puller.demand();
              return puller.count() == held.endSeq();
            });
    assertThat(keysOf(puller.records())).isEqualTo(first.sent().keySet());

    coordinator.tell("w1", plan.assignment("run-1"));
    measureWithoutEnd("w1", conductor, 6);
    await().until(() -> engines.get(1).sent().size() > 10);
    assertThat(coordinator.status("w1").incarnation()).isEqualTo(2);
  }

  @Test
  void leave_idle_saysSoAndLeavesTheCluster() throws Exception {
    WorkerNode node = start("w1", Duration.ofMillis(5));
    await().atMost(LONG).until(() -> coordinator.workersUp() == 1);
    assertThat(node.leave("asked to").toCompletableFuture().get(20, TimeUnit.SECONDS))
        .isEqualTo(new WorkerEnd(WorkerEnd.Reason.LEFT, "asked to"));
    await().until(() -> !coordinator.heard(WorkerLeaving.class).isEmpty());
    assertThat(coordinator.heard(WorkerLeaving.class).get(0))
        .isEqualTo(new WorkerLeaving("w1", 1, "asked to"));
    await().atMost(LONG).until(() -> coordinator.others() == 0);
    assertThat(node.leave("again").toCompletableFuture()).isCompleted();
  }

  @Test
  void leave_busy_drainsAndHandsInBeforeItGoes() throws Exception {
    WorkerNode node = start("w1", Duration.ofMillis(200));
    Conductor conductor = conduct("w1", "run-1");
    measureWithoutEnd("w1", conductor, 1);
    await().until(() -> engine().sent().size() > 8);
    Puller puller = new Puller(coordinator, "w1", "run-1", 1, 8);
    var left = node.leave("enough").toCompletableFuture();
    await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> {
              puller.demand();
              return left.isDone();
            });
    assertThat(left.get().reason()).isEqualTo(WorkerEnd.Reason.LEFT);
    assertThat(keysOf(puller.records())).isEqualTo(engine().sent().keySet());
    assertThat(puller.records()).allMatch(RequestRecord::succeeded);
  }

  @Test
  void leave_nobodyPulls_recordsStayForTheNextWorkerOfThisId() throws Exception {
    WorkerNode node =
        start(options("w1", Duration.ofMillis(5)).withLimits(LONG, Duration.ofMillis(100)));
    Conductor conductor = conduct("w1", "run-1");
    measureWithoutEnd("w1", conductor, 1);
    await().until(() -> engine().sent().size() > 8);
    node.leave("enough").toCompletableFuture().get(20, TimeUnit.SECONDS);
    conductor.fallSilent();
    start("w1", Duration.ofMillis(5));
    await().atMost(LONG).until(() -> coordinator.hello("w1").incarnation() == 2);
    assertThat(coordinator.hello("w1").held())
        .singleElement()
        .satisfies(held -> assertThat(held.endSeq()).isEqualTo(engines.get(0).sent().size()));
  }

  @Test
  void join_nobodyThere_endsAfterTheLimit() throws Exception {
    WorkerNode node =
        WorkerNode.start(
            options("w1", Duration.ofMillis(5), "127.0.0.1:1")
                .withLimits(Duration.ofSeconds(1), Duration.ofSeconds(1)));
    WorkerEnd end = endOf(node);
    assertThat(end.reason()).isEqualTo(WorkerEnd.Reason.COORDINATOR_GONE);
    assertThat(end.detail()).contains("127.0.0.1:1");
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

  @Test
  void start_portTaken_saysWhere() throws Exception {
    WorkerNode first = start("w1", Duration.ofMillis(5));
    WorkerOptions same = options("w2", Duration.ofMillis(5)).withAddress("127.0.0.1", first.port());
    assertThatThrownBy(() -> WorkerNode.start(same))
        .isInstanceOf(WorkerStartException.class)
        .hasMessageContaining("w2")
        .hasMessageContaining("127.0.0.1:" + first.port());
  }

  @Test
  void start_spoolDirectoryIsAFile_saysWhere() throws Exception {
    Path file = Files.writeString(spools.resolve("file"), "x");
    WorkerOptions options =
        WorkerOptions.of("w1", "1", coordinator.hostPort(), file, this::newEngine);
    assertThatThrownBy(() -> WorkerNode.start(options))
        .isInstanceOf(WorkerStartException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void twoNodes_inOneProcess_serveBoth() throws Exception {
    start("w1", Duration.ofMillis(5));
    start("w2", Duration.ofMillis(5));
    await().atMost(LONG).until(() -> coordinator.workersUp() == 2);
    await().until(() -> coordinator.hello("w1") != null && coordinator.hello("w2") != null);
    assertThat(coordinator.hello("w1").ref()).isNotEqualTo(coordinator.hello("w2").ref());
  }

  private ScriptedEngine newEngine() {
    ScriptedEngine engine = new ScriptedEngine(Duration.ofMillis(5));
    engines.add(engine);
    return engine;
  }

  private ScriptedEngine engine() {
    return engines.get(engines.size() - 1);
  }

  private WorkerNode start(String id, Duration latency) throws Exception {
    WorkerNode node = start(options(id, latency));
    await().atMost(LONG).until(() -> coordinator.hello(id) != null);
    return node;
  }

  private WorkerNode start(WorkerOptions options) throws Exception {
    WorkerNode node = WorkerNode.start(options);
    open.add(() -> node.leave("the test is over").toCompletableFuture().get(30, TimeUnit.SECONDS));
    await().atMost(LONG).until(() -> coordinator.hello(options.id()) != null);
    return node;
  }

  private WorkerOptions options(String id, Duration latency) {
    return options(id, latency, coordinator.hostPort());
  }

  private WorkerOptions options(String id, Duration latency, String join) {
    return WorkerOptions.of(
            id,
            "1.2.3",
            join,
            spools,
            () -> {
              ScriptedEngine engine = new ScriptedEngine(latency);
              engines.add(engine);
              return engine;
            })
        .withCapacity(3, 2)
        .withLimits(LONG, Duration.ofSeconds(1))
        .withEnvironment(name -> Optional.ofNullable(ENVIRONMENT.get(name)));
  }

  private Conductor conduct(String worker, String run) {
    Conductor conductor = new Conductor(coordinator, worker, plan, run);
    open.add(conductor);
    return conductor;
  }

  private void measureWithoutEnd(String worker, Conductor conductor, int epoch) {
    coordinator.tell(worker, plan.assignment("run-1"));
    conductor.arm(epoch);
    awaitStatus(worker, s -> s.epoch() == epoch && s.prepared());
    conductor.order(
        Stage.MEASURE, SendWindow.NONE, new SendWindow(ticker.nanos(), Long.MAX_VALUE, 0));
  }

  private void awaitStatus(String worker, Predicate<WorkerStatus> wanted) {
    await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> {
              WorkerStatus status = coordinator.status(worker);
              return status != null && wanted.test(status);
            });
  }

  private static boolean atRest(WorkerStatus status) {
    return status.inFlight() == 0
        && status.warmup().isAccounted()
        && status.measure().isAccounted();
  }

  private static Set<RequestKey> keysOf(List<RequestRecord> records) {
    return records.stream().map(RequestRecord::key).collect(Collectors.toSet());
  }

  private static WorkerEnd endOf(WorkerNode node) throws Exception {
    return node.whenEnded().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }
}
