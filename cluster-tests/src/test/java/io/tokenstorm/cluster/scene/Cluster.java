package io.tokenstorm.cluster.scene;

import io.tokenstorm.coordinator.node.CoordinatorNode;
import io.tokenstorm.coordinator.node.CoordinatorOptions;
import io.tokenstorm.coordinator.plan.ResolvedPlan;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.coordinator.service.LivePhase;
import io.tokenstorm.coordinator.service.LiveRun;
import io.tokenstorm.coordinator.service.LiveSnapshot;
import io.tokenstorm.coordinator.service.LiveWorker;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.coordinator.service.RunService;
import io.tokenstorm.coordinator.service.SubmitRequest;
import io.tokenstorm.protocol.node.NodePlace;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.worker.engine.EngineOptions;
import io.tokenstorm.worker.engine.Engines;
import io.tokenstorm.worker.load.LoadEngine;
import io.tokenstorm.worker.node.WorkerNode;
import io.tokenstorm.worker.node.WorkerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * A coordinator in this process, and workers in this process or in JVMs of their own, joined by
 * real remoting on loopback.
 */
public final class Cluster implements AutoCloseable {
  public static final String VERSION = "whole-test";
  public static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path directory;
  private final Map<String, String> environment;
  private final CoordinatorNode coordinator;
  private final List<WorkerNode> embedded = new ArrayList<>();
  private final List<ChildJvm> children = new ArrayList<>();

  private Cluster(Path directory, Map<String, String> environment, CoordinatorNode coordinator) {
    this.directory = directory;
    this.environment = environment;
    this.coordinator = coordinator;
  }

  /** A coordinator that waits for so many workers. */
  public static Cluster start(Path directory, int minWorkers) {
    return start(directory, minWorkers, Map.of());
  }

  /** The same; environment variables of the coordinator and of workers in this process. */
  public static Cluster start(Path directory, int minWorkers, Map<String, String> environment) {
    return start(directory, minWorkers, environment, 0);
  }

  /** The same, announced at a port. */
  public static Cluster start(
      Path directory, int minWorkers, Map<String, String> environment, int port) {
    CoordinatorOptions base = CoordinatorOptions.onLoopback(directory.resolve("results"), VERSION);
    CoordinatorOptions options =
        new CoordinatorOptions(
            base.at("127.0.0.1", port).place(),
            base.results(),
            minWorkers,
            PATIENCE,
            base.version(),
            environment::get,
            base.ticker());
    return new Cluster(directory, environment, CoordinatorNode.start(options));
  }

  /** A coordinator with workers {@code w1, w2, …} in this process. */
  public static Cluster embedded(Path directory, int workers) throws Exception {
    Cluster cluster = start(directory, workers);
    for (int i = 1; i <= workers; i++) {
      cluster.worker("w" + i);
    }
    return cluster;
  }

  public WorkerNode worker(String id) throws Exception {
    return worker(id, () -> Engines.direct(EngineOptions.DEFAULT));
  }

  /** A worker in this process, announced at a port. */
  public WorkerNode workerAt(String id, int port) throws Exception {
    return worker(
        options(id, spools(), () -> Engines.direct(EngineOptions.DEFAULT))
            .withPlace(NodePlace.plain("127.0.0.1", port)));
  }

  /** A worker in this process that declares a weight. */
  public WorkerNode worker(String id, int weight) throws Exception {
    return worker(
        options(id, spools(), () -> Engines.direct(EngineOptions.DEFAULT)).withCapacity(weight, 1));
  }

  /** A worker in this process whose engines are these. */
  public WorkerNode worker(String id, Supplier<LoadEngine> engines) throws Exception {
    return worker(options(id, spools(), engines));
  }

  /** A worker in this process that keeps its records apart from the others. */
  public WorkerNode workerApart(String id, Path spools) throws Exception {
    return worker(options(id, spools, () -> Engines.direct(EngineOptions.DEFAULT)));
  }

  private WorkerOptions options(String id, Path spools, Supplier<LoadEngine> engines) {
    return WorkerOptions.of(id, VERSION, coordinator.remotingAddress(), spools, engines)
        .withEnvironment(name -> Optional.ofNullable(environment.get(name)));
  }

  private WorkerNode worker(WorkerOptions options) throws Exception {
    WorkerNode node = WorkerNode.start(options);
    embedded.add(node);
    return node;
  }

  /** A worker as a JVM of its own. */
  public ChildJvm workerProcess(String id) throws IOException {
    ChildJvm child =
        ChildJvm.start(
            id,
            directory,
            WorkerMain.class,
            id,
            coordinator.remotingAddress(),
            spools().toString());
    children.add(child);
    return child;
  }

  /** Where the coordinator's remoting listens, {@code host:port}. */
  public String address() {
    return coordinator.remotingAddress();
  }

  public Path spools() {
    return directory.resolve("spools");
  }

  public RunService service() {
    return coordinator.service();
  }

  public String submit(String planText) throws Exception {
    Plan plan = Plans.read(planText);
    return service()
        .submit(new SubmitRequest(plan, ResolvedPlan.write(plan), "salt", 1, List.of()))
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS)
        .run();
  }

  public RunOutcome run(String planText) throws Exception {
    return outcome(submit(planText));
  }

  public RunOutcome outcome(String run) throws Exception {
    return service().whenEnded(run).toCompletableFuture().get(120, TimeUnit.SECONDS);
  }

  public static ConditionFactory await() {
    return Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20));
  }

  /** Whether the measured window of a phase is open, by the coordinator's latest snapshot. */
  public boolean isMeasuring(int phase) {
    LiveSnapshot now = service().liveSnapshot();
    LivePhase current = now.run() == null ? null : now.run().current();
    return current != null && current.phase() == phase && current.measure().isOpenAt(now.atNanos());
  }

  /** The workers that the coordinator hears. */
  public List<String> members() {
    return service().liveSnapshot().workers().stream()
        .filter(w -> w.state() != LiveWorker.State.LOST)
        .map(LiveWorker::worker)
        .toList();
  }

  /** Why a worker is lost; empty while it is heard, or was never. */
  public String noteOf(String worker) {
    return service().liveSnapshot().workers().stream()
        .filter(w -> w.worker().equals(worker))
        .map(LiveWorker::note)
        .findFirst()
        .orElse("");
  }

  /** The last status of a worker, if it takes part in this phase of the current run. */
  public Optional<WorkerStatus> status(String worker, int phase) {
    LiveSnapshot now = service().liveSnapshot();
    LiveRun run = now.run();
    return now.workers().stream()
        .filter(w -> w.worker().equals(worker))
        .map(LiveWorker::status)
        .filter(
            s ->
                s != null
                    && run != null
                    && s.run().equals(run.summary().run())
                    && s.phase() == phase)
        .findFirst();
  }

  /** The facts of one kind noted so far in the current run, with their instants. */
  public <E extends RunEvent> List<StampedEvent> noted(Class<E> kind) {
    LiveRun run = service().liveSnapshot().run();
    return run == null
        ? List.of()
        : run.events().stream().filter(e -> kind.isInstance(e.event())).toList();
  }

  @Override
  public void close() throws Exception {
    for (ChildJvm child : children) {
      child.close();
    }
    for (WorkerNode node : embedded) {
      node.leave("the test is over").toCompletableFuture().get(40, TimeUnit.SECONDS);
    }
    coordinator.close();
  }
}
