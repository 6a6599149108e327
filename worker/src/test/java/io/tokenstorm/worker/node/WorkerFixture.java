package io.tokenstorm.worker.node;

import static org.awaitility.Awaitility.await;

import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.SendWindow;
import io.tokenstorm.protocol.wire.Stage;
import io.tokenstorm.worker.actor.WorkerEnd;
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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A scripted coordinator and what it takes to start real worker nodes against it. */
abstract class WorkerFixture {
  static final Map<String, String> ENVIRONMENT = Map.of("API_KEY", "s3cret");
  static final Duration LONG = Duration.ofSeconds(30);

  final Ticker ticker = Ticker.system();
  final SamplePlan plan = SamplePlan.of(4);
  final ScriptedCoordinator coordinator = new ScriptedCoordinator();
  final List<ScriptedEngine> engines = new CopyOnWriteArrayList<>();
  final List<AutoCloseable> open = new ArrayList<>(List.of(coordinator));

  @BeforeAll
  static void bePatient() {
    Awaitility.setDefaultTimeout(LONG);
  }

  @TempDir Path spools;

  @AfterEach
  void closeAll() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  ScriptedEngine newEngine() {
    ScriptedEngine engine = new ScriptedEngine(Duration.ofMillis(5));
    engines.add(engine);
    return engine;
  }

  ScriptedEngine engine() {
    return engines.get(engines.size() - 1);
  }

  WorkerNode start(String id, Duration latency) throws Exception {
    WorkerNode node = start(options(id, latency));
    await().atMost(LONG).until(() -> coordinator.hello(id) != null);
    return node;
  }

  WorkerNode start(WorkerOptions options) throws Exception {
    WorkerNode node = WorkerNode.start(options);
    open.add(() -> node.leave("the test is over").toCompletableFuture().get(30, TimeUnit.SECONDS));
    await().atMost(LONG).until(() -> coordinator.hello(options.id()) != null);
    return node;
  }

  WorkerOptions options(String id, Duration latency) {
    return options(id, latency, coordinator.hostPort());
  }

  WorkerOptions options(String id, Duration latency, String join) {
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

  Conductor conduct(String worker, String run) {
    Conductor conductor = new Conductor(coordinator, worker, plan, run);
    open.add(conductor);
    return conductor;
  }

  void measureWithoutEnd(String worker, Conductor conductor, int epoch) {
    coordinator.tell(worker, plan.assignment("run-1"));
    conductor.arm(epoch);
    awaitStatus(worker, s -> s.epoch() == epoch && s.prepared());
    conductor.order(
        Stage.MEASURE, SendWindow.NONE, new SendWindow(ticker.nanos(), Long.MAX_VALUE, 0));
  }

  void awaitStatus(String worker, Predicate<WorkerStatus> wanted) {
    await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> {
              WorkerStatus status = coordinator.status(worker);
              return status != null && wanted.test(status);
            });
  }

  static boolean atRest(WorkerStatus status) {
    return status.inFlight() == 0
        && status.warmup().isAccounted()
        && status.measure().isAccounted();
  }

  static Set<RequestKey> keysOf(List<RequestRecord> records) {
    return records.stream().map(RequestRecord::key).collect(Collectors.toSet());
  }

  static WorkerEnd endOf(WorkerNode node) throws Exception {
    return node.whenEnded().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }
}
