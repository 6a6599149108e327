package io.tokenstorm.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.worker.cases.CaseServer;
import io.tokenstorm.worker.cases.QuirkCase.End;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every engine must do with its connections: one a slot, replaced, refused, never hidden. */
abstract class ConnectionContract extends EngineScene {
  ConnectionContract(MeasuringEngine engine) {
    super(engine);
  }

  @Test
  void slots_manyOnTwoLoops_sendTheirSharesOverOneConnectionEach() {
    try (CaseServer server = CaseServer.start(r -> answer())) {
      EngineRig rig = rig(20);
      rig.prepare(EngineRig.work(server.url(), 50, EngineRig.chat(true), EngineRig.TIMEOUTS));
      rig.await(1000);

      Set<String> ids = new HashSet<>();
      server.truths().forEach(t -> ids.add(t.headers.get("x-request-id")));
      assertThat(server.truths()).hasSize(1000);
      assertThat(ids).hasSize(1000).contains("run/1/0/m/49/19");
      assertThat(server.connections()).isEqualTo(50);
      assertThat(rig.records)
          .allSatisfy(
              r -> {
                assertThat(r.succeeded()).isTrue();
                assertThat(r.instants().connectNanos()).isEqualTo(Instants.NONE);
                assertThat(r.instants().writtenNanos()).isGreaterThanOrEqualTo(0);
              });
      Awaitility.await().until(() -> engine.status().inFlight() == 0);
    }
  }

  @Test
  void target_thatRefuses_isAProblemAtOnceAndAnErrorAtEachSend() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    EngineRig rig = rig(2);
    rig.gate.open = false;
    rig.prepare(
        EngineRig.work("http://127.0.0.1:" + port, 3, EngineRig.chat(true), EngineRig.TIMEOUTS));
    awaitPrepared();
    assertThat(engine.status().problem()).contains("connect_refused", String.valueOf(port));
    assertThat(engine.status().preparedConnections()).isZero();

    rig.gate.open = true;
    engine.gateChanged();
    rig.await(6);
    assertThat(rig.records)
        .allSatisfy(r -> assertThat(kind(r)).isEqualTo(ErrorKind.CONNECT_REFUSED));
  }

  @Test
  void name_thatNobodyKnows_isADnsError() {
    EngineRig rig = rig(1);
    rig.prepare(
        EngineRig.work(
            "http://no-such-host.invalid:80", 1, EngineRig.chat(true), EngineRig.TIMEOUTS));
    assertThat(kind(rig.await(1).get(0))).isEqualTo(ErrorKind.DNS);
  }

  @Test
  void connectionClosedWhileIdle_isReplacedAndNeverAnError() {
    AtomicInteger served = new AtomicInteger();
    try (CaseServer server =
        CaseServer.start(
            r -> {
              served.incrementAndGet();
              return List.of(answer().get(0), end(End.CLOSE, 0));
            })) {
      EngineRig rig = rig(5);
      rig.prepare(EngineRig.work(server.url(), 4, EngineRig.chat(true), EngineRig.TIMEOUTS));
      // each answer says keep-alive, and then the server closes: some closes are seen while idle,
      // some cross with the next request
      rig.await(20);
      assertThat(server.truths()).hasSizeLessThanOrEqualTo(20);
      assertThat(rig.records)
          .allSatisfy(
              r -> {
                if (!r.succeeded()) {
                  assertThat(kind(r)).isEqualTo(ErrorKind.CLOSED_BEFORE_RESPONSE);
                }
              });
    }
  }

  @Test
  void connectionClosedLongBeforeTheSend_isReplacedSilently() {
    try (CaseServer server = CaseServer.start(r -> List.of(answer().get(0), end(End.CLOSE, 0)))) {
      EngineRig rig = rig(1);
      rig.prepare(EngineRig.work(server.url(), 1, EngineRig.chat(true), EngineRig.TIMEOUTS));
      rig.await(1);
      Awaitility.await().until(() -> server.connections() >= 2); // reopened while idle
      EngineRig second = rig(1);
      second.prepare(EngineRig.work(server.url(), 1, EngineRig.chat(true), EngineRig.TIMEOUTS));
      assertThat(second.await(1).get(0).succeeded()).isTrue();
    }
  }

  @Test
  void answerThatClosesTheConnection_makesTheNextRequestConnectAnew() {
    String closing = HEAD.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n");
    try (CaseServer server =
        CaseServer.start(
            r ->
                List.of(send(closing + chunk(TOKEN + LAST) + "0\r\n\r\n", 0), end(End.CLOSE, 0)))) {
      EngineRig rig = rig(3);
      rig.prepare(EngineRig.work(server.url(), 1, EngineRig.chat(true), EngineRig.TIMEOUTS));
      rig.await(3);
      assertThat(rig.records).allSatisfy(r -> assertThat(r.succeeded()).isTrue());
      assertThat(rig.records.get(0).instants().connectNanos()).isEqualTo(Instants.NONE);
      assertThat(rig.records.get(1).instants().connectNanos()).isPositive();
      assertThat(rig.records.get(2).instants().connectNanos()).isPositive();
    }
  }

  @Test
  void routeWithoutKeepAlive_connectsForEachRequestAndSaysSo() {
    // a server that announces keep-alive and closes all the same
    try (CaseServer server = CaseServer.start(r -> List.of(answer().get(0), end(End.CLOSE, 0)))) {
      EngineRig rig = rig(8);
      rig.prepare(
          EngineRig.connectingAnew(
              EngineRig.work(server.url(), 4, EngineRig.chat(true), EngineRig.TIMEOUTS)));
      rig.await(32);
      assertThat(rig.records)
          .allSatisfy(
              r -> {
                assertThat(r.succeeded()).isTrue();
                assertThat(r.instants().connectNanos()).isPositive();
                assertThat(r.instants().writtenNanos())
                    .isGreaterThanOrEqualTo(r.instants().connectNanos());
              });
      assertThat(server.truths())
          .hasSize(32)
          .allSatisfy(t -> assertThat(t.headers).containsEntry("connection", "close"))
          .allSatisfy(t -> assertThat(t.reused).isFalse());
      Awaitility.await().until(() -> engine.status().preparedConnections() == 0);
    }
  }

  static Stream<Arguments> answersThatSpoilTheConnection() {
    String whole = chunk(TOKEN + LAST) + "0\r\n\r\n";
    String old = HEAD.replace("HTTP/1.1", "HTTP/1.0").replace("transfer-encoding: chunked\r\n", "");
    return Stream.of(
        Arguments.of("bytes beyond its end", HEAD + whole + "HTTP/1.1 200 OK\r\n\r\n"),
        Arguments.of("garbage beyond its end", HEAD + whole + "\u0000x"),
        Arguments.of(
            "of HTTP/1.0 with a length",
            old.replace("\r\n\r\n", "\r\ncontent-length: " + (TOKEN + LAST).length() + "\r\n\r\n")
                + TOKEN
                + LAST));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("answersThatSpoilTheConnection")
  void answer_thatSpoilsTheConnection_costsNothingElse(String name, String answer) {
    try (CaseServer server = CaseServer.start(r -> List.of(send(answer, 0)))) {
      EngineRig rig = rig(3);
      rig.prepare(EngineRig.work(server.url(), 1, EngineRig.chat(true), EngineRig.TIMEOUTS));
      rig.await(3);
      assertThat(rig.records).allSatisfy(r -> assertThat(r.succeeded()).isTrue());
      assertThat(server.truths()).hasSize(3).allSatisfy(t -> assertThat(t.reused).isFalse());
    }
  }

  @Test
  void leaseThatLapsesDuringTheConnect_writesNothingAndIsCut() {
    String closing = HEAD.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n");
    try (CaseServer server =
        CaseServer.start(
            r ->
                List.of(send(closing + chunk(TOKEN + LAST) + "0\r\n\r\n", 0), end(End.CLOSE, 0)))) {
      EngineRig rig = rig(2);
      rig.gate.lapsesAfter = 1;
      rig.prepare(EngineRig.work(server.url(), 1, EngineRig.chat(true), EngineRig.TIMEOUTS));
      rig.await(2);
      assertThat(rig.records.get(0).succeeded()).isTrue();
      assertThat(rig.records.get(1).outcome()).isEqualTo(Outcome.CUT);
      assertThat(rig.records.get(1).instants().writtenNanos()).isEqualTo(Instants.NONE);
      assertThat(server.truths()).hasSize(1);
    }
  }

  @Test
  void bodyThatGoesOnAfterDone_costsTheConnectionButNotTheRequest() {
    try (CaseServer server =
        CaseServer.start(
            r -> List.of(send(HEAD + chunk(TOKEN + LAST), 0), send("0\r\n\r\n", 20_000)))) {
      EngineRig rig = rig(2);
      rig.prepare(EngineRig.work(server.url(), 1, EngineRig.chat(true), EngineRig.TIMEOUTS));
      rig.await(2);
      assertThat(rig.records).allSatisfy(r -> assertThat(r.succeeded()).isTrue());
      assertThat(server.connections()).isEqualTo(2);
      assertThat(rig.records.get(0).instants().endNanos()).isLessThan(1_000_000_000L);
    }
  }

  @Test
  void server_thatNeverAccepts_isAConnectTimeoutOrIdleTimeout() throws IOException {
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      EngineRig rig = rig(1);
      rig.prepare(
          EngineRig.work(
              "http://127.0.0.1:" + full.getLocalPort(),
              6,
              EngineRig.chat(true),
              new Timeouts(Duration.ofMillis(300), Duration.ofMillis(300), Duration.ofSeconds(9))));
      rig.await(6);
      assertThat(rig.records)
          .allSatisfy(
              r -> assertThat(kind(r)).isIn(ErrorKind.CONNECT_TIMEOUT, ErrorKind.TIMEOUT_IDLE))
          .anySatisfy(r -> assertThat(kind(r)).isEqualTo(ErrorKind.CONNECT_TIMEOUT));
    }
  }
}
