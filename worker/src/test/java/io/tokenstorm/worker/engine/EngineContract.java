package io.tokenstorm.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.SecretRef;
import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.plan.TlsOptions;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.cases.CaseServer;
import io.tokenstorm.worker.cases.QuirkCase.End;
import io.tokenstorm.worker.cases.QuirkCase.Step;
import io.tokenstorm.worker.load.PhaseWork;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every engine must do over real sockets: connections, limits, cuts, the gate. */
abstract class EngineContract {
  private static final String TOKEN =
      "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"},\"finish_reason\":null}]}\n\n";
  private static final String DONE = "data: [DONE]\n\n";
  private static final String LAST =
      TOKEN.replace("\"content\":\"a\"", "").replace("null", "\"stop\"") + DONE;
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";

  private final MeasuringEngine engine;

  EngineContract(MeasuringEngine engine) {
    this.engine = engine;
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static String chunk(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }

  private static Step send(String text, int sleepMillis) {
    return new Step(text.getBytes(StandardCharsets.ISO_8859_1), sleepMillis, 0, 0, End.NONE);
  }

  private static Step end(End end, int sleepMillis) {
    return new Step(new byte[0], sleepMillis, 0, 0, end);
  }

  private static List<Step> answer() {
    return List.of(send(HEAD + chunk(TOKEN) + chunk(LAST) + "0\r\n\r\n", 0));
  }

  private static ErrorKind kind(RequestRecord record) {
    assertThat(record.outcome()).isInstanceOf(Outcome.Failed.class);
    return ((Outcome.Failed) record.outcome()).kind();
  }

  private EngineRig rig(int requests) {
    return new EngineRig(engine, requests);
  }

  private void awaitPrepared() {
    Awaitility.await().until(() -> engine.status().prepared());
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
  void request_asSent_hasTheFieldsAndTheBodyOfThePlan() {
    try (CaseServer server = CaseServer.start(r -> answer())) {
      RequestSpec spec =
          new RequestSpec(
              Api.OPENAI_COMPLETIONS,
              5,
              true,
              true,
              Map.of("temperature", 0),
              Map.of("min_tokens", 5));
      EngineRig rig = rig(1);
      PhaseWork plain =
          EngineRig.work(
              server.url() + "/base/",
              1,
              spec,
              EngineRig.TIMEOUTS,
              TlsOptions.DEFAULT,
              Map.of(
                  "Routing-Strategy", HeaderValue.literal("random"),
                  "Authorization", HeaderValue.secret(new SecretRef("KEY", "Bearer "))));
      rig.prepare(withSecrets(plain, Map.of("KEY", "s3cret")));
      rig.await(1);

      CaseServer.Truth request = server.truths().get(0);
      assertThat(request.path).isEqualTo("/base/v1/completions");
      assertThat(request.headers)
          .containsEntry("authorization", "Bearer s3cret")
          .containsEntry("routing-strategy", "random")
          .containsEntry("accept", "text/event-stream")
          .containsEntry("accept-encoding", "identity")
          .containsEntry("host", "127.0.0.1:" + server.port())
          .containsEntry("x-request-id", "run/1/0/m/0/0");
      assertThat(request.body)
          .startsWith("{\"model\":\"m\",\"prompt\":\"")
          .contains("\"max_tokens\":5", "\"stream\":true", "\"min_tokens\":5", "\"temperature\":0")
          .contains("\"stream_options\":{\"include_usage\":true}");
    }
  }

  private static PhaseWork withSecrets(PhaseWork w, Map<String, String> secrets) {
    return new PhaseWork(
        w.run(),
        w.epoch(),
        w.phaseIndex(),
        w.phase(),
        w.route(),
        w.workload(),
        w.model(),
        w.seed(),
        w.salt(),
        w.lengthFactor(),
        w.slots(),
        secrets);
  }

  @Test
  void secret_thatIsNotSet_isAProblemThatNamesTheVariable() {
    EngineRig rig = rig(1);
    rig.prepare(
        EngineRig.work(
            "http://127.0.0.1:1",
            1,
            EngineRig.chat(true),
            EngineRig.TIMEOUTS,
            TlsOptions.DEFAULT,
            Map.of("Authorization", HeaderValue.secret(new SecretRef("NOPE", "Bearer ")))));
    Awaitility.await().until(() -> engine.status().problem().contains("NOPE"));
    assertThat(engine.status().prepared()).isFalse();
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
  void leaseThatLapsesDuringTheConnect_writesNothingAndIsCut() {
    String closing = HEAD.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n");
    try (CaseServer server =
        CaseServer.start(
            r ->
                List.of(send(closing + chunk(TOKEN + LAST) + "0\r\n\r\n", 0), end(End.CLOSE, 0)))) {
      EngineRig rig = rig(2);
      rig.gate.lease = false; // only asked after a connect
      rig.prepare(EngineRig.work(server.url(), 1, EngineRig.chat(true), EngineRig.TIMEOUTS));
      rig.await(2);
      assertThat(rig.records.get(0).succeeded()).isTrue();
      assertThat(rig.records.get(1).outcome()).isEqualTo(Outcome.CUT);
      assertThat(rig.records.get(1).instants().writtenNanos()).isEqualTo(Instants.NONE);
      assertThat(server.truths()).hasSize(1);
    }
  }

  @Test
  void cut_whileStreaming_endsEveryRequestAndClosesItsConnection() {
    try (CaseServer server =
        CaseServer.start(r -> List.of(send(HEAD + chunk(TOKEN), 0), send(chunk(LAST), 20_000)))) {
      EngineRig rig = rig(1);
      rig.prepare(EngineRig.work(server.url(), 8, EngineRig.chat(true), EngineRig.TIMEOUTS));
      Awaitility.await().until(() -> server.truths().size() == 8);
      assertThat(engine.status().inFlight()).isEqualTo(8);
      engine.cut();
      rig.await(8);
      assertThat(rig.records).allSatisfy(r -> assertThat(r.outcome()).isEqualTo(Outcome.CUT));
      Awaitility.await().until(() -> engine.status().inFlight() == 0);
    }
  }

  @Test
  void close_whileStreaming_handsOverACutForEveryRequestBeforeItReturns() {
    try (CaseServer server =
        CaseServer.start(r -> List.of(send(HEAD + chunk(TOKEN), 0), send(chunk(LAST), 20_000)))) {
      EngineRig rig = rig(1);
      rig.prepare(EngineRig.work(server.url(), 8, EngineRig.chat(true), EngineRig.TIMEOUTS));
      Awaitility.await().until(() -> server.truths().size() == 8);
      engine.close();
      assertThat(rig.records)
          .hasSize(8)
          .allSatisfy(r -> assertThat(r.outcome()).isEqualTo(Outcome.CUT));
    }
  }

  @Test
  void prepare_whileAnotherPhaseRuns_cutsItsRequests() {
    try (CaseServer server =
        CaseServer.start(r -> List.of(send(HEAD + chunk(TOKEN), 0), send(chunk(LAST), 20_000)))) {
      EngineRig first = rig(1);
      first.prepare(EngineRig.work(server.url(), 3, EngineRig.chat(true), EngineRig.TIMEOUTS));
      Awaitility.await().until(() -> server.truths().size() == 3);
      EngineRig second = rig(0);
      second.prepare(EngineRig.work(server.url(), 2, EngineRig.chat(true), EngineRig.TIMEOUTS));
      first.await(3);
      assertThat(first.records).allSatisfy(r -> assertThat(r.outcome()).isEqualTo(Outcome.CUT));
      awaitPrepared();
      Awaitility.await().until(() -> engine.status().preparedConnections() == 2);
    }
  }

  @Test
  void totalLimit_onAStreamThatNeverStops_isATimeout() {
    try (CaseServer server =
        CaseServer.start(
            r ->
                List.of(
                    send(HEAD, 0),
                    new Step(
                        chunk(TOKEN).repeat(5000).getBytes(StandardCharsets.ISO_8859_1),
                        0,
                        chunk(TOKEN).length(),
                        5,
                        End.NONE)))) {
      EngineRig rig = rig(1);
      rig.prepare(
          EngineRig.work(
              server.url(),
              1,
              EngineRig.chat(true),
              new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofMillis(300))));
      RequestRecord record = rig.await(1).get(0);
      assertThat(kind(record)).isEqualTo(ErrorKind.TIMEOUT_TOTAL);
      assertThat(record.instants().endNanos()).isGreaterThanOrEqualTo(300_000_000L);
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
  void usageRefused_isAnErrorOnceAndThenNotAskedFor() {
    String refusal = "{\"error\":{\"message\":\"Unrecognized field: stream_options\"}}";
    try (CaseServer server =
        CaseServer.start(
            r ->
                r.body.contains("stream_options")
                    ? List.of(
                        send(
                            "HTTP/1.1 400 Bad Request\r\ncontent-length: "
                                + refusal.length()
                                + "\r\n\r\n"
                                + refusal,
                            0))
                    : answer())) {
      EngineRig rig = rig(4);
      rig.prepare(EngineRig.work(server.url(), 1, EngineRig.chat(true), EngineRig.TIMEOUTS));
      rig.await(4);
      assertThat(kind(rig.records.get(0))).isEqualTo(ErrorKind.HTTP_STATUS);
      assertThat(rig.records.subList(1, 4)).allSatisfy(r -> assertThat(r.succeeded()).isTrue());
    }
  }

  @Test
  void prompt_largerThanTheSocketTakes_isSentWhole() {
    try (CaseServer server = CaseServer.start(r -> answer())) {
      EngineRig rig = rig(1);
      rig.prepare(
          EngineRig.sized(
              EngineRig.work(server.url(), 2, EngineRig.chat(true), EngineRig.TIMEOUTS),
              2_000_000));
      rig.await(2);
      assertThat(rig.records).allSatisfy(r -> assertThat(r.succeeded()).isTrue());
      assertThat(server.truths())
          .allSatisfy(t -> assertThat(t.body.length()).isGreaterThan(8_000_000));
    }
  }

  @Test
  void tls_selfSignedPeer_failsInTheHandshakeAndIsNamedSo() throws Exception {
    try (CaseServer server = TlsServers.selfSigned(r -> answer())) {
      EngineRig rig = rig(1);
      rig.prepare(tlsWork(server, TlsOptions.DEFAULT));
      assertThat(kind(rig.await(1).get(0))).isEqualTo(ErrorKind.TLS);
      assertThat(server.truths()).isEmpty();
    }
  }

  @Test
  void tls_notVerified_streamsAndKeepsTheConnection() throws Exception {
    try (CaseServer server = TlsServers.selfSigned(r -> answer())) {
      EngineRig rig = rig(5);
      rig.prepare(tlsWork(server, new TlsOptions(false, null, null)));
      rig.await(5);
      assertThat(rig.records).allSatisfy(r -> assertThat(r.succeeded()).isTrue());
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void tls_ownAuthorityAndName_isVerified() throws Exception {
    try (CaseServer server = TlsServers.selfSigned(r -> answer())) {
      EngineRig rig = rig(1);
      rig.prepare(tlsWork(server, new TlsOptions(true, TlsServers.authority(), "quirk.test")));
      assertThat(rig.await(1).get(0).succeeded()).isTrue();
    }
  }

  @Test
  void tls_ownAuthorityButAnotherName_isRefused() throws Exception {
    try (CaseServer server = TlsServers.selfSigned(r -> answer())) {
      EngineRig rig = rig(1);
      rig.prepare(tlsWork(server, new TlsOptions(true, TlsServers.authority(), null)));
      assertThat(kind(rig.await(1).get(0))).isEqualTo(ErrorKind.TLS);
    }
  }

  @Test
  void tls_largePromptsAndAnswers_passWhole() throws Exception {
    String many = chunk(TOKEN).repeat(3000);
    try (CaseServer server =
        TlsServers.selfSigned(r -> List.of(send(HEAD + many + chunk(LAST) + "0\r\n\r\n", 0)))) {
      EngineRig rig = rig(2);
      rig.prepare(EngineRig.sized(tlsWork(server, new TlsOptions(false, null, null)), 200_000));
      rig.await(2);
      assertThat(rig.records)
          .allSatisfy(
              r -> {
                assertThat(r.succeeded()).isTrue();
                assertThat(r.tokens().events()).isEqualTo(3000);
              });
    }
  }

  private static PhaseWork tlsWork(CaseServer server, TlsOptions tls) {
    return EngineRig.work(
        "https://127.0.0.1:" + server.port(),
        1,
        EngineRig.chat(true),
        EngineRig.TIMEOUTS,
        tls,
        Map.of());
  }

  @Test
  void tls_askedOfAPlainServer_isATlsError() {
    try (CaseServer server = CaseServer.start(r -> answer())) {
      EngineRig rig = rig(1);
      rig.prepare(
          EngineRig.work(
              "https://127.0.0.1:" + server.port(),
              1,
              EngineRig.chat(true),
              new Timeouts(Duration.ofMillis(500), Duration.ofSeconds(5), Duration.ofSeconds(9)),
              new TlsOptions(false, null, null),
              Map.of()));
      assertThat(kind(rig.await(1).get(0))).isIn(ErrorKind.TLS, ErrorKind.CONNECT_TIMEOUT);
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
