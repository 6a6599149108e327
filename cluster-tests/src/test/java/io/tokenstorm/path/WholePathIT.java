package io.tokenstorm.path;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.coordinator.service.LiveSnapshot;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.replica.ReplicaSet;
import io.tokenstorm.replica.truth.TruthLog;
import io.tokenstorm.replica.truth.TruthRecord;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholePathIT {
  @TempDir Path directory;

  @Test
  void run_ofTwoPhasesOverTwoWorkers_isValidConservedAndReported() throws Exception {
    Path truth = directory.resolve("truth.jsonl");
    RunOutcome outcome;
    try (ReplicaSet replicas = ReplicaSet.pair("fast", truth);
        LoopbackCluster cluster = new LoopbackCluster(directory, 2)) {
      cluster.worker("w1");
      cluster.worker("w2");
      outcome =
          cluster.run(
              LoopbackCluster.plan(
                  Runs.yaml(
                      replicas.replica("r1").url().toString(),
                      """
                      - {name: a, route: direct, workload: short, concurrency: 5}
                      - {name: b, route: direct, workload: short, concurrency: 3, measure: {requests: 40}}
                      """)));
    }

    assertThat(outcome.verdict()).as(Runs.told(outcome)).isEqualTo(Verdict.VALID);
    assertThat(outcome.directory().resolve("report.json")).exists();
    List<TruthRecord> seen =
        TruthLog.read(truth).stream().filter(r -> r.requestId().startsWith(outcome.run())).toList();
    List<RunEvent.PhaseSettled> settled = Runs.events(outcome, RunEvent.PhaseSettled.class);
    assertThat(settled).hasSize(2);
    long issued =
        settled.stream()
            .flatMap(s -> s.tallies().stream())
            .peek(t -> assertThat(t.issued()).isEqualTo(t.merged()))
            .mapToLong(RunEvent.Tally::issued)
            .sum();
    assertThat(seen).hasSize((int) issued);
    assertThat(TruthLog.maxInFlight(seen)).isLessThanOrEqualTo(5);
    assertThat(settled.get(1).tallies())
        .filteredOn(t -> t.stage() == LoadStage.MEASURE)
        .extracting(RunEvent.Tally::merged)
        .satisfies(m -> assertThat(m.stream().mapToLong(x -> x).sum()).isEqualTo(40));
    assertThat(settled.get(0).skewNanos()).isBetween(0L, 500_000_000L);
  }

  @Test
  void run_againstAnAddressWhereNobodyListens_isRefusedWithUrlAndCause() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    String url = "http://127.0.0.1:" + port;
    try (LoopbackCluster cluster = new LoopbackCluster(directory, 1)) {
      RunOutcome outcome = oneSlot(cluster, url);

      assertThat(outcome.cause()).isEqualTo(EndCause.TARGET_UNREACHABLE);
      assertThat(outcome.reason()).contains(url).containsIgnoringCase("refused");
    }
  }

  private static RunOutcome oneSlot(LoopbackCluster cluster, String url) throws Exception {
    return cluster.run(
        LoopbackCluster.plan(
            Runs.yaml(url, "- {name: a, route: direct, workload: short, concurrency: 1}")));
  }

  /** A wrong model or key is told before the load, not after hours of refused requests. */
  @Test
  void run_againstATargetThatRefusesItsRequests_endsBeforeTheLoadAndSaysWhy() throws Exception {
    HttpServer target =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] said = "{\"error\":{\"message\":\"no model of that name\"}}".getBytes(UTF_8);
    target.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(404, said.length);
          exchange.getResponseBody().write(said);
          exchange.close();
        });
    target.start();
    String url = "http://127.0.0.1:" + target.getAddress().getPort();
    try (LoopbackCluster cluster = new LoopbackCluster(directory, 1)) {
      RunOutcome outcome = oneSlot(cluster, url);

      assertThat(outcome.cause()).isEqualTo(EndCause.TARGET_UNREACHABLE);
      assertThat(outcome.reason()).contains(url, "404 (no model of that name)", "check `model`");
      assertThat(Runs.events(outcome, RunEvent.PhaseArmed.class)).isEmpty();
    } finally {
      target.stop(0);
    }
  }

  @Test
  void cancel_ofTheCurrentRun_settlesIt_andTheNextOneBegins() throws Exception {
    try (ReplicaSet replicas = ReplicaSet.pair("fast");
        LoopbackCluster cluster = new LoopbackCluster(directory, 1)) {
      cluster.worker("w1");
      String url = replicas.replica("r1").url().toString();
      String phase =
          "- {name: a, route: direct, workload: short, concurrency: 2, measure: {at_least: %s}}";
      String first = cluster.submit(LoopbackCluster.plan(Runs.yaml(url, phase.formatted("10m"))));
      String second = cluster.submit(LoopbackCluster.plan(Runs.yaml(url, phase.formatted("1s"))));
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> isMeasuring(cluster.service().liveSnapshot()));

      cluster.service().cancel(first, false);

      assertThat(cluster.await(first).verdict()).isEqualTo(Verdict.CANCELLED);
      assertThat(cluster.await(second).verdict()).isEqualTo(Verdict.VALID);
      assertThat(Files.exists(directory.resolve("results").resolve(first).resolve("report.json")))
          .isTrue();
    }
  }

  private static boolean isMeasuring(LiveSnapshot snapshot) {
    return snapshot.run() != null
        && snapshot.run().current() != null
        && snapshot.run().current().measure().isOpenAt(snapshot.atNanos());
  }
}
