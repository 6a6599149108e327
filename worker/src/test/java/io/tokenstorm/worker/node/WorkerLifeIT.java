package io.tokenstorm.worker.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.tokenstorm.protocol.node.NodePlace;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.spool.IssuedCount;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.ClockReply;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerHello;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerLeaving;
import io.tokenstorm.protocol.wire.HeldSpool;
import io.tokenstorm.protocol.wire.WireTypes;
import io.tokenstorm.protocol.wire.WorkerProtocol;
import io.tokenstorm.worker.actor.WorkerEnd;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a worker node begins, goes on and ends, over real remoting on loopback. */
@Timeout(180)
class WorkerLifeIT extends WorkerFixture {
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

  /**
   * Its actor is stuck, so the message to leave never gets through to it: the incarnation is thrown
   * out of the cluster, ends, is no longer waited for, and would be followed by the next one.
   */
  @Test
  void leave_whileTheIncarnationEnds_endsInsteadOfBeginningAnew() throws Exception {
    WorkerNode node = start("w1", Duration.ofMillis(5));
    await().atMost(LONG).until(() -> coordinator.workersUp() == 1);
    CountDownLatch stuck = engine().getStuck();
    try {
      coordinator.down("w1");
      assertThat(node.leave("asked to").toCompletableFuture().get(60, TimeUnit.SECONDS))
          .isEqualTo(new WorkerEnd(WorkerEnd.Reason.LEFT, "asked to"));
      assertThat(engines).hasSize(1);
      assertThat(coordinator.heard(WorkerLeaving.class)).isEmpty();
    } finally {
      stuck.countDown();
    }
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

  /** A frequent mistake: the coordinator's other port. */
  @Test
  void join_aWebServersPort_endsSayingWhereToJoin() throws Exception {
    HttpServer api =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    open.add(() -> api.stop(0));
    // the remoting's own connections wait there as well
    ExecutorService each = Executors.newCachedThreadPool();
    open.add(each::shutdownNow);
    api.setExecutor(each);
    api.createContext(
        "/health",
        exchange -> {
          byte[] body = "{\"status\":\"ok\",\"workers_join\":\"127.0.0.1:7355\"}".getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    api.start();
    String port = "127.0.0.1:" + api.getAddress().getPort();
    WorkerEnd end = endOf(WorkerNode.start(options("w1", Duration.ofMillis(5), port)));
    assertThat(end.reason()).isEqualTo(WorkerEnd.Reason.COORDINATOR_GONE);
    assertThat(end.detail())
        .isEqualTo(
            port
                + " speaks HTTP, and workers do not join there. It is a coordinator's API, which"
                + " says: --join 127.0.0.1:7355");
  }

  @Test
  void start_portTaken_saysWhere() throws Exception {
    WorkerNode first = start("w1", Duration.ofMillis(5));
    WorkerOptions same =
        options("w2", Duration.ofMillis(5)).withPlace(NodePlace.plain("127.0.0.1", first.port()));
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
}
