package io.tokenstorm.cluster.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.scene.Cluster;
import io.tokenstorm.cluster.scene.Plans;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.protocol.node.NodeSettings;
import io.tokenstorm.protocol.server.ServerSpec;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerHello;
import io.tokenstorm.protocol.wire.WireTypes;
import io.tokenstorm.protocol.wire.WorkerProtocol.Refused;
import io.tokenstorm.protocol.wire.WorkerProtocol.ServerOrder;
import io.tokenstorm.replica.ReplicaSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody on the machine reaches the plain ports of a cluster on loopback, over real connections.
 * Who has no certificate does not get so far between machines: {@code SecuredClusterIT}.
 */
@Timeout(120)
class StrangerIT {
  private static final Pattern REF = Pattern.compile("worker w1 joined: .*ref=(akka://[^,\\]]+)");

  @TempDir Path directory;

  @Test
  void strangers_reachThePortsInAWindow_areRefusedInBothLogsAndTheRunGoesOn() throws Exception {
    Path truth = directory.resolve("truth.jsonl");
    RunOutcome outcome;
    CapturedLog log = CapturedLog.start();
    try (log;
        ReplicaSet target = ReplicaSet.pair("fast", truth);
        Cluster cluster = Cluster.embedded(directory, 1);
        Stranger stranger = new Stranger()) {
      String run =
          cluster.submit(
              Plans.text(
                  target,
                  "",
                  "- {name: one, route: direct, workload: short, concurrency: 4, measure: {at_least: 3s}}"));
      Cluster.await().until(() -> cluster.isMeasuring(0));
      knock(cluster, stranger, log);
      outcome = cluster.outcome(run);
    }
    Evidence evidence = Evidence.read(outcome.directory(), truth);

    assertThat(outcome.cause()).as(evidence.story()).isEqualTo(EndCause.DONE);
    assertThat(evidence.all(RunEvent.WorkerLost.class)).isEmpty();
    RunChecks.undisturbed(evidence);
  }

  private static void knock(Cluster cluster, Stranger stranger, CapturedLog log)
      throws IOException {
    String coordinator = NodeSettings.coordinatorPath(cluster.address());
    String records = NodeSettings.recordsPath(cluster.address());
    String worker = refOfWorker(log);

    // what other serializers of Akka's decode
    List.of(coordinator, records, worker).forEach(to -> stranger.tell(to, "a text"));
    awaitLines(log, "io.tokenstorm.coordinator.actor.WorkerGate", "no worker's message", 2);
    awaitLines(log, "io.tokenstorm.worker.actor.WorkerActor", "no coordinator's message", 1);

    // another worker's id
    stranger.tell(coordinator, hello(stranger.ref()));
    awaitLines(log, "io.tokenstorm.coordinator.actor.CoordinatorActor", "another process", 1);
    Cluster.await().until(() -> !stranger.heard().isEmpty());
    assertThat(stranger.heard())
        .allSatisfy(
            heard ->
                assertThat(heard)
                    .isInstanceOfSatisfying(
                        Refused.class, r -> assertThat(r.reason()).contains("another process")));

    // a server, by who was never told the worker's key
    stranger.tell(worker, new ServerOrder("s1", "guessed", true, 1_000_000_000L, spec()));
    awaitLines(log, "io.tokenstorm.worker.server.HostedServers", "a server is refused", 1);

    // no frames at all
    assertThat(answerTo(cluster.address(), "GET / HTTP/1.1\r\nHost: a\r\n\r\n")).isEmpty();
  }

  /** Waits for lines of one logger. */
  private static void awaitLines(CapturedLog log, String logger, String text, int count) {
    Cluster.await()
        .until(
            () ->
                log.lines().stream().filter(l -> l.startsWith(logger) && l.contains(text)).count()
                    >= count);
  }

  private static String refOfWorker(CapturedLog log) {
    return log.lines().stream()
        .map(REF::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .findFirst()
        .orElseThrow();
  }

  private static WorkerHello hello(String ref) {
    return new WorkerHello(
        "w1",
        7,
        "guessed",
        Cluster.VERSION,
        WireTypes.VERSION,
        ref,
        "box",
        1,
        1,
        1,
        "/spool",
        List.of());
  }

  private static ServerSpec spec() {
    return new ServerSpec(
        "server",
        List.of("true"),
        Map.of(),
        "",
        "http://127.0.0.1:1",
        Map.of(),
        "model",
        new ServerSpec.Ready("/health", 1_000_000_000L, 100_000_000L, false),
        new ServerSpec.Stop(1_000_000_000L, List.of(), 0));
  }

  /** All that comes back until the connection is ended, in whichever way. */
  private static String answerTo(String address, String text) throws IOException {
    int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      for (int next = in.read(); next >= 0; next = in.read()) {
        answer.write(next);
      }
    } catch (SocketException reset) {
      // ended, too: what was not read of the text resets the connection
    }
    return answer.toString(StandardCharsets.US_ASCII);
  }
}
