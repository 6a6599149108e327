package io.tokenstorm.path;

import akka.actor.typed.ActorSystem;
import io.tokenstorm.coordinator.node.CoordinatorNode;
import io.tokenstorm.coordinator.node.CoordinatorOptions;
import io.tokenstorm.coordinator.plan.PlanReader;
import io.tokenstorm.coordinator.plan.PlanResult;
import io.tokenstorm.coordinator.plan.ReadOptions;
import io.tokenstorm.coordinator.plan.ResolvedPlan;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.coordinator.service.RunService;
import io.tokenstorm.coordinator.service.SubmitRequest;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.worker.engine.EngineOptions;
import io.tokenstorm.worker.engine.Engines;
import io.tokenstorm.worker.node.WorkerNode;
import io.tokenstorm.worker.node.WorkerOptions;
import io.tokenstorm.worker.node.WorkerStartException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A coordinator and workers in this process, joined by real remoting on loopback. */
final class LoopbackCluster implements AutoCloseable {
  private static final String VERSION = "test";

  private final Path directory;
  private final CoordinatorNode coordinator;
  private final List<WorkerNode> workers = new ArrayList<>();
  private final List<Process> processes = new ArrayList<>();

  LoopbackCluster(Path directory, int minWorkers) {
    this.directory = directory;
    this.coordinator =
        CoordinatorNode.start(
            CoordinatorOptions.onLoopback(directory.resolve("results"), VERSION)
                .needing(minWorkers, Duration.ofSeconds(30)));
  }

  WorkerNode worker(String id) throws WorkerStartException {
    return worker(id, "spool");
  }

  /** A worker of an id that is taken: it keeps its records elsewhere. */
  WorkerNode rival(String id) throws WorkerStartException {
    return worker(id, "other-spool");
  }

  private WorkerNode worker(String id, String spool) throws WorkerStartException {
    WorkerNode worker =
        WorkerNode.start(
            WorkerOptions.of(
                id,
                VERSION,
                coordinator.remotingAddress(),
                directory.resolve(spool),
                () -> Engines.direct(EngineOptions.DEFAULT)));
    workers.add(worker);
    return worker;
  }

  /** A worker as a process of its own; killed at the end if it still lives. */
  Process process(String id, String version) throws IOException {
    Process process =
        WorkerProcess.start(id, version, coordinator.remotingAddress(), directory.resolve("spool"));
    processes.add(process);
    return process;
  }

  Process process(String id) throws IOException {
    return process(id, VERSION);
  }

  RunService service() {
    return coordinator.service();
  }

  /** The coordinator's actor system. */
  ActorSystem<?> system() {
    return coordinator.system();
  }

  String submit(Plan plan) throws Exception {
    return service()
        .submit(new SubmitRequest(plan, ResolvedPlan.write(plan), "salt", 1, List.of("test")))
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS)
        .run();
  }

  RunOutcome run(Plan plan) throws Exception {
    return await(submit(plan));
  }

  RunOutcome await(String run) throws Exception {
    return service().whenEnded(run).toCompletableFuture().get(90, TimeUnit.SECONDS);
  }

  static Plan plan(String yaml) {
    PlanResult result =
        PlanReader.read("plan.yaml", yaml.getBytes(StandardCharsets.UTF_8), ReadOptions.NONE);
    if (result instanceof PlanResult.Accepted accepted) {
      return accepted.plan();
    }
    throw new IllegalArgumentException(((PlanResult.Refused) result).render());
  }

  @Override
  public void close() throws Exception {
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
    for (WorkerNode worker : workers) {
      worker.leave("test over").toCompletableFuture().get(40, TimeUnit.SECONDS);
    }
    coordinator.close();
  }
}
