package io.tokenstorm.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.cases.QuirkCase.End;
import io.tokenstorm.worker.cases.QuirkCase.Step;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;

/** An engine over real sockets, and the answers its servers give. */
abstract class EngineScene {
  static final String TOKEN =
      "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"},\"finish_reason\":null}]}\n\n";
  static final String DONE = "data: [DONE]\n\n";
  static final String LAST =
      TOKEN.replace("\"content\":\"a\"", "").replace("null", "\"stop\"") + DONE;
  static final String HEAD =
      "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";

  final MeasuringEngine engine;

  EngineScene(MeasuringEngine engine) {
    this.engine = engine;
  }

  @AfterEach
  void close() {
    engine.close();
  }

  static String chunk(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }

  static Step send(String text, int sleepMillis) {
    return new Step(text.getBytes(StandardCharsets.ISO_8859_1), sleepMillis, 0, 0, End.NONE);
  }

  static Step end(End end, int sleepMillis) {
    return new Step(new byte[0], sleepMillis, 0, 0, end);
  }

  static List<Step> answer() {
    return List.of(send(HEAD + chunk(TOKEN) + chunk(LAST) + "0\r\n\r\n", 0));
  }

  static ErrorKind kind(RequestRecord record) {
    assertThat(record.outcome()).isInstanceOf(Outcome.Failed.class);
    return ((Outcome.Failed) record.outcome()).kind();
  }

  EngineRig rig(int requests) {
    return new EngineRig(engine, requests);
  }

  void awaitPrepared() {
    Awaitility.await().until(() -> engine.status().prepared());
  }
}
