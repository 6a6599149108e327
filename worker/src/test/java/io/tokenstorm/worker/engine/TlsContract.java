package io.tokenstorm.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.plan.TlsOptions;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.worker.cases.CaseServer;
import io.tokenstorm.worker.load.PhaseWork;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What every engine must do over TLS: whom it believes, and how it says that it does not. */
abstract class TlsContract extends EngineScene {
  TlsContract(MeasuringEngine engine) {
    super(engine);
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
      assertThat(server.askedNames()).containsExactly("quirk.test");
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
}
