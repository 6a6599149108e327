package io.tokenstorm.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenSource;
import io.tokenstorm.protocol.token.LocalTokenizer;
import io.tokenstorm.worker.cases.CaseServer;
import io.tokenstorm.worker.cases.QuirkCase.End;
import io.tokenstorm.worker.cases.QuirkCase.Step;
import io.tokenstorm.worker.load.PhaseWork;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A local tokenizer in a phase: prompts of an exact length, output counted without usage. */
class TokenizerIT {
  private static final Path TINY = Path.of("src/test/resources/tokenizer/tiny.json");

  private final MeasuringEngine engine = Engines.direct(new EngineOptions(2));

  @AfterEach
  void close() {
    engine.close();
  }

  private static String event(String delta, String more) {
    return "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\""
        + delta
        + "\"},\"finish_reason\":null}]"
        + more
        + "}\n\n";
  }

  private static List<Step> answer(String events) {
    String whole =
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: "
            + events.length()
            + "\r\n\r\n"
            + events;
    return List.of(new Step(whole.getBytes(StandardCharsets.ISO_8859_1), 0, 0, 0, End.NONE));
  }

  private static PhaseWork work(String url, String tokenizer) {
    PhaseWork w = EngineRig.work(url, 3, EngineRig.chat(true), EngineRig.TIMEOUTS);
    return new PhaseWork(
        w.run(),
        w.epoch(),
        w.phaseIndex(),
        w.phase(),
        w.route(),
        new Workload("exact", 250, null, null, tokenizer, false),
        w.model(),
        w.seed(),
        w.salt(),
        0.96,
        null,
        w.slots(),
        w.secrets());
  }

  @Test
  void answer_withoutUsage_isCountedAsAWhole_andPromptsAreExact() throws Exception {
    // "water" in two pieces is one token to the tokenizer, two events to the eye
    String events =
        event("the wa", "") + event("ter", "") + event(" \\u00e9", "") + "data: [DONE]\n\n";
    try (CaseServer server = CaseServer.start(r -> answer(events));
        LocalTokenizer tokenizer = LocalTokenizer.load(TINY)) {
      EngineRig rig = new EngineRig(engine, 20);
      rig.prepare(work(server.url(), TINY.toString()));
      List<RequestRecord> records = rig.await(60);

      int expected = tokenizer.countAnswer("the water \u00e9");
      assertThat(expected).isNotEqualTo(3);
      assertThat(records)
          .allSatisfy(
              r -> {
                assertThat(r.tokens().outputSource()).isEqualTo(TokenSource.TOKENIZER);
                assertThat(r.tokens().output()).isEqualTo(expected);
                assertThat(r.tokens().events()).isEqualTo(3);
              });
      for (CaseServer.Truth truth : server.truths()) {
        String prompt = new ObjectMapper().readTree(truth.body).at("/messages/0/content").asText();
        assertThat(tokenizer.countPrompt(prompt)).isEqualTo(240);
      }
    }
  }

  @Test
  void answer_withUsage_keepsTheServersCount() {
    String events =
        event("the water", ",\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":9}")
            + "data: [DONE]\n\n";
    try (CaseServer server = CaseServer.start(r -> answer(events))) {
      EngineRig rig = new EngineRig(engine, 1);
      rig.prepare(work(server.url(), TINY.toString()));
      assertThat(rig.await(3))
          .allSatisfy(
              r -> {
                assertThat(r.tokens().outputSource()).isEqualTo(TokenSource.USAGE);
                assertThat(r.tokens().output()).isEqualTo(9);
              });
    }
  }

  @Test
  void answer_thatIsNoText_isCountedByItsEvents() {
    String call =
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0}]}}]}\n\n";
    try (CaseServer server =
        CaseServer.start(r -> answer(event("the", "") + call + "data: [DONE]\n\n"))) {
      EngineRig rig = new EngineRig(engine, 1);
      rig.prepare(work(server.url(), TINY.toString()));
      assertThat(rig.await(3))
          .allSatisfy(
              r -> {
                assertThat(r.tokens().outputSource()).isEqualTo(TokenSource.EVENTS);
                assertThat(r.tokens().output()).isEqualTo(2);
              });
    }
  }

  @Test
  void tokenizer_thatIsMissing_isAProblemThatNamesIt() {
    EngineRig rig = new EngineRig(engine, 1);
    rig.prepare(work("http://127.0.0.1:1", "/no/such/tokenizer.json"));
    Awaitility.await().until(() -> engine.status().problem().contains("/no/such/tokenizer.json"));
    assertThat(engine.status().prepared()).isFalse();
  }
}
