package io.tokenstorm.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.SecretRef;
import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.plan.TlsOptions;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.cases.CaseServer;
import io.tokenstorm.worker.cases.QuirkCase.End;
import io.tokenstorm.worker.cases.QuirkCase.Step;
import io.tokenstorm.worker.load.PhaseWork;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What every engine must do with requests over real sockets: what is sent, limits, cuts. */
abstract class EngineContract extends EngineScene {
  EngineContract(MeasuringEngine engine) {
    super(engine);
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
      rig.prepare(EngineRig.withSecrets(plain, Map.of("KEY", "s3cret")));
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
  void rest_afterAPhase_closesItsConnectionsAndWatchesNoMore_untilTheNext() {
    try (CaseServer server = CaseServer.start(r -> answer())) {
      EngineRig first = rig(1);
      first.prepare(EngineRig.work(server.url(), 3, EngineRig.chat(true), EngineRig.TIMEOUTS));
      first.await(3);
      Awaitility.await().until(() -> engine.takeReadings().lag().total() > 0);
      assertThat(server.openConnections()).isEqualTo(3);

      engine.rest();
      engine.rest();
      Awaitility.await().until(() -> server.openConnections() == 0);
      Awaitility.await()
          .pollInterval(Duration.ofMillis(100)) // ten probes, if it went on
          .until(() -> engine.takeReadings().lag().total() == 0);
      assertThat(engine.status().prepared()).isFalse();

      EngineRig second = rig(1);
      second.prepare(EngineRig.work(server.url(), 2, EngineRig.chat(true), EngineRig.TIMEOUTS));
      assertThat(second.await(2)).allSatisfy(r -> assertThat(r.succeeded()).isTrue());
      Awaitility.await().until(() -> engine.takeReadings().lag().total() > 0);
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
}
