package io.tokenstorm.cluster.link;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.scene.Cluster;
import io.tokenstorm.cluster.scene.Plans;
import io.tokenstorm.coordinator.node.CoordinatorNode;
import io.tokenstorm.coordinator.node.CoordinatorOptions;
import io.tokenstorm.coordinator.plan.ResolvedPlan;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.coordinator.service.SubmitRequest;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.replica.ReplicaSet;
import io.tokenstorm.replica.truth.TruthRecord;
import io.tokenstorm.worker.engine.EngineOptions;
import io.tokenstorm.worker.engine.Engines;
import io.tokenstorm.worker.node.WorkerNode;
import io.tokenstorm.worker.node.WorkerOptions;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A worker whose link to the coordinator carries 256 kbit/s, far less than its records need. */
@Tag("alone")
@Timeout(90)
class SlowLinkIT {
  private static final int BYTES_PER_SECOND = 256_000 / 8;
  private static final int REQUESTS = 250;

  @TempDir Path directory;

  @Test
  void link_of256Kbit_everyRecordArrivesAndLatenciesAreTrue() throws Exception {
    Path truth = directory.resolve("truth.jsonl");
    RunOutcome outcome;
    long passed;
    int bindPort = freePort();
    try (ReplicaSet target = ReplicaSet.pair("fast", truth);
        ThrottledRelay relay = ThrottledRelay.to(bindPort, BYTES_PER_SECOND);
        CoordinatorNode coordinator = coordinatorBehind(relay.port(), bindPort)) {
      WorkerNode worker = WorkerNode.start(workerOptions(coordinator.remotingAddress()));
      outcome = run(coordinator, Plans.read(plan(target)));
      passed = relay.passedBytes();
      worker.leave("the test is over").toCompletableFuture().get(40, TimeUnit.SECONDS);
    }
    Evidence evidence = Evidence.read(outcome.directory(), truth);

    RunChecks.everyRequestOnce(evidence);
    RunChecks.bounded(evidence);
    RunChecks.validOnThisMachine(evidence);
    assertThat(evidence.recordsOf(0, LoadStage.MEASURE)).hasSize(REQUESTS);
    long recorded = Files.size(outcome.directory().resolve("records.log"));
    assertThat(passed)
        .as("bytes over the link: the records, once, and little else")
        .isBetween(recorded, 2 * recorded + 20L * BYTES_PER_SECOND);
    if (handInNanos(evidence) > 4_000_000_000L) {
      assertThat(evidence.all(RunEvent.Finding.class))
          .as("the link is named")
          .anySatisfy(f -> assertThat(f.text()).contains("'w1'").contains("link"));
    }
    latenciesAreTrue(evidence);
  }

  /** From the close of the window to the settlement; a busy machine makes load more slowly. */
  private static long handInNanos(Evidence evidence) {
    return at(evidence, RunEvent.PhaseSettled.class) - at(evidence, RunEvent.WindowClosed.class);
  }

  private static long at(Evidence evidence, Class<? extends RunEvent> kind) {
    return evidence.events().stream()
        .filter(e -> kind.isInstance(e.event()))
        .mapToLong(StampedEvent::atNanos)
        .findFirst()
        .orElseThrow();
  }

  /** First tokens were seen when they came, however full the link was. */
  private static void latenciesAreTrue(Evidence evidence) {
    Map<String, TruthRecord> truth =
        evidence.truth().stream()
            .collect(Collectors.toMap(TruthRecord::requestId, Function.identity()));
    List<Long> lateMillis =
        evidence.recordsOf(0, LoadStage.MEASURE).stream()
            .map(m -> lateNanos(m, truth.get(evidence.idOf(m))) / 1_000_000)
            .sorted()
            .toList();
    assertThat(lateMillis.get(REQUESTS / 2)).as("median, ms").isLessThan(100);
  }

  private static long lateNanos(Evidence.Merged merged, TruthRecord truth) {
    return merged.record().instants().firstTokenNanos()
        - (truth.firstTokenNanos() - truth.arrivalNanos());
  }

  private static String plan(ReplicaSet target) {
    return Plans.text(
        target,
        "",
        """
        - {name: all, route: direct, workload: short, concurrency: 64, output_tokens: 128, measure: {requests: %d}}
        """
            .formatted(REQUESTS));
  }

  private static RunOutcome run(CoordinatorNode coordinator, Plan plan) throws Exception {
    String run =
        coordinator
            .service()
            .submit(new SubmitRequest(plan, ResolvedPlan.write(plan), "salt", 1, List.of()))
            .toCompletableFuture()
            .get(20, TimeUnit.SECONDS)
            .run();
    return coordinator.service().whenEnded(run).toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private WorkerOptions workerOptions(String join) {
    return WorkerOptions.of(
        "w1",
        Cluster.VERSION,
        join,
        directory.resolve("spools"),
        () -> Engines.direct(EngineOptions.DEFAULT));
  }

  /** A coordinator that is known by one port and listens at another. */
  private CoordinatorNode coordinatorBehind(int port, int bindPort) {
    System.setProperty("akka.remote.artery.bind.port", Integer.toString(bindPort));
    try {
      ConfigFactory.invalidateCaches();
      return CoordinatorNode.start(
          CoordinatorOptions.onLoopback(directory.resolve("results"), Cluster.VERSION)
              .at("127.0.0.1", port));
    } finally {
      System.clearProperty("akka.remote.artery.bind.port");
      ConfigFactory.invalidateCaches();
    }
  }

  private static int freePort() throws Exception {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    }
  }
}
