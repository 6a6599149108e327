package io.tokenstorm.worker.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.SilentEvents;
import io.tokenstorm.protocol.record.TokenSource;
import io.tokenstorm.worker.cases.Wire;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers that servers give and that are easy to get wrong, beyond the scripted cases. */
class OddAnswersTest {
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
  private static final String A = chunk("{\"content\":\"a\"}", "null");
  private static final String B = chunk("{\"content\":\"b\"}", "null");
  private static final String STOP = chunk("{}", "\"stop\"");
  private static final String USAGE =
      "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":7}}\n\n";
  private static final String DONE = "data: [DONE]\n\n";

  private static String chunk(String delta, String finish) {
    return choice(0, delta, finish);
  }

  private static String choice(int index, String delta, String finish) {
    return "data: {\"choices\":[{\"index\":"
        + index
        + ",\"delta\":"
        + delta
        + ",\"finish_reason\":"
        + finish
        + "}]}\n\n";
  }

  private static String json(int status, String type, String body) {
    return "HTTP/1.1 "
        + status
        + " X\r\n"
        + (type == null ? "" : "content-type: " + type + "\r\n")
        + "content-length: "
        + body.getBytes(StandardCharsets.ISO_8859_1).length
        + "\r\n\r\n"
        + body;
  }

  private static String said(RequestRecord record) {
    String outcome =
        record.outcome() instanceof Outcome.Failed failed
            ? failed.kind().label() + ' ' + failed.httpStatus()
            : record.outcome() instanceof Outcome.Completed ? "completed" : "cut";
    return outcome + ' ' + record.tokens().events() + ' ' + record.tokens().output();
  }

  private static String streamed(String answer) {
    String whole = said(new Wire(true).read(answer, 5).close(5).record());
    Wire bytewise = new Wire(true);
    byte[] all = answer.getBytes(StandardCharsets.ISO_8859_1);
    for (int i = 0; i < all.length; i++) {
      bytewise.read(all, i, 1, 5);
    }
    assertThat(said(bytewise.close(5).record())).as("byte by byte").isEqualTo(whole);
    return whole;
  }

  /** What is asked for as a stream: the answer, then outcome, status, events, output tokens. */
  static Stream<Arguments> streams() {
    return Stream.of(
        arguments("close-delimited", HEAD + A + B + STOP + DONE, "completed 2 2"),
        arguments("no usage", HEAD + A + STOP, "completed 1 1"),
        arguments("usage before finish", HEAD + A + USAGE + STOP + DONE, "completed 1 7"),
        arguments("[DONE] with blanks", HEAD + A + "data:  [DONE] \n\n", "completed 1 1"),
        arguments("[DONE] without blank", HEAD + A + "data:[DONE]\n\n", "completed 1 1"),
        arguments("[DONE] after tokens alone", HEAD + A + DONE, "completed 1 1"),
        arguments("usage and [DONE] alone", HEAD + USAGE + DONE, "completed 0 7"),
        arguments("finish alone: zero tokens", HEAD + STOP + DONE, "completed 0 0"),
        arguments("[DONE] alone", HEAD + DONE, "empty_output 200 0 0"),
        arguments(
            "[DONE] after empty choices",
            HEAD + "data: {\"choices\":[]}\n\n" + DONE,
            "empty_output 200 0 0"),
        arguments("comments, then end", HEAD + ": ping\n\n", "incomplete 200 0 0"),
        arguments("nothing", HEAD, "incomplete 200 0 0"),
        arguments("tokens, no terminal signal", HEAD + A + B, "incomplete 200 2 2"),
        arguments(
            "empty finish_reason is none", HEAD + A + chunk("{}", "\"\""), "incomplete 200 1 1"),
        arguments(
            "one choice of two finished",
            HEAD + A + choice(1, "{\"content\":\"b\"}", "null") + STOP,
            "incomplete 200 2 2"),
        arguments(
            "both choices finished",
            HEAD
                + A
                + choice(1, "{\"content\":\"b\"}", "null")
                + STOP
                + choice(1, "{}", "\"length\""),
            "completed 2 2"),
        arguments("abort", HEAD + A + chunk("{}", "\"abort\"") + DONE, "aborted 200 1 1"),
        arguments(
            "finish_reason error",
            HEAD + A + chunk("{}", "\"error\"") + DONE,
            "in_stream_error 200 1 1"),
        arguments(
            "event: error",
            HEAD + A + "event: error\ndata: {\"code\":1}\n\n" + DONE,
            "in_stream_error 200 1 1"),
        arguments(
            "event: error in words",
            HEAD + "event: error\ndata: overloaded\n\n",
            "in_stream_error 200 0 0"),
        arguments(
            "error after [DONE]",
            HEAD + A + DONE + "data: {\"error\":{\"message\":\"late\"}}\n\n",
            "completed 1 1"),
        arguments(
            "error null",
            HEAD + "data: {\"error\":null,\"choices\":[]}\n\n" + A + STOP,
            "completed 1 1"),
        arguments(
            "object error",
            HEAD + "data: {\"object\":\"error\",\"message\":\"m\"}\n\n" + DONE,
            "in_stream_error 200 0 0"),
        arguments(
            "keep-alive in words", HEAD + "data: ping\n\n" + A + STOP + DONE, "completed 1 1"),
        arguments(
            "ping event",
            HEAD + "event: ping\ndata: {broken\n\n" + A + STOP + DONE,
            "completed 1 1"),
        arguments(
            "broken chunk",
            HEAD + A + "data: {\"choices\":[{\n\n" + STOP + DONE,
            "protocol 200 1 1"),
        arguments(
            "chunk over two data lines",
            HEAD + "data: {\"choices\":[{\"delta\":\ndata: {\"content\":\"x\"}}]}\n\n" + STOP,
            "completed 1 1"),
        arguments(
            "tool calls",
            HEAD
                + chunk("{\"tool_calls\":[{\"function\":{\"arguments\":\"{\"}}]}", "null")
                + chunk("{}", "\"tool_calls\"")
                + DONE,
            "completed 1 1"),
        arguments(
            "completions",
            HEAD
                + "data: {\"choices\":[{\"index\":0,\"text\":\"a\",\"finish_reason\":\"stop\"}]}\n\n"
                + DONE,
            "completed 1 1"),
        arguments(
            "type in capitals",
            HEAD.replace("text/event-stream", "Text/Event-Stream;charset=UTF-8") + A + STOP,
            "completed 1 1"),
        arguments(
            "events without a type",
            HEAD.replace("content-type: text/event-stream\r\n", "") + A + STOP,
            "completed 1 1"),
        arguments(
            "events as text/plain",
            HEAD.replace("event-stream", "plain") + A + STOP,
            "completed 1 1"),
        arguments("a page", json(200, "text/html", "<html>login</html>"), "not_sse 200 0 0"),
        arguments("words", json(200, "text/plain", "date: none"), "not_sse 200 0 0"),
        arguments("no body, no type", json(200, null, ""), "not_sse 200 0 0"),
        arguments("204", "HTTP/1.1 204 No Content\r\n\r\n", "not_sse 204 0 0"),
        arguments(
            "200 with a JSON error",
            json(200, "application/json", "{\"error\":{\"message\":\"no\"}}"),
            "in_body_error 200 0 0"),
        arguments(
            "JSON error under the type of events",
            json(200, "text/event-stream", "{\"error\":{\"message\":\"no\"}}"),
            "in_body_error 200 0 0"),
        arguments(
            "JSON answer",
            json(
                200,
                "application/json",
                "{\"choices\":[{\"message\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}"),
            "not_streaming 200 0 0"),
        arguments(
            "JSON of another kind",
            json(200, "application/json", "{\"detail\":\"x\"}"),
            "not_sse 200 0 0"),
        arguments(
            "broken JSON", json(200, "application/json", "{\"choices\":["), "not_sse 200 0 0"),
        arguments("503 in words", json(503, "text/plain", "busy"), "http_status 503 0 0"),
        arguments("302", json(302, null, ""), "http_status 302 0 0"),
        arguments(
            "400 as an event stream",
            json(400, "text/event-stream", "data: {\"error\":{\"message\":\"no\"}}\n\n"),
            "http_status 400 0 0"),
        arguments(
            "500 cut off", "HTTP/1.1 500 E\r\ncontent-length: 99\r\n\r\n{", "http_status 500 0 0"),
        arguments(
            "500 of an unknown coding",
            "HTTP/1.1 500 E\r\ncontent-encoding: br\r\ncontent-length: 1\r\n\r\nx",
            "http_status 500 0 0"),
        arguments(
            "an unknown coding",
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-encoding: br\r\n\r\nxxx",
            "protocol 200 0 0"),
        arguments("no HTTP", "SSH-2.0-x\r\n\r\n", "protocol 0 0 0"),
        arguments("closed at once", "", "closed_before_response 0 0 0"),
        arguments("closed within the head", "HTTP/1.1 200 OK\r\nx", "truncated 0 0 0"),
        arguments(
            "events of a known length",
            json(200, "text/event-stream", A + STOP + DONE),
            "completed 1 1"),
        arguments(
            "known length, cut off",
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 999\r\n\r\n" + A,
            "truncated 200 1 1"),
        arguments(
            "cut off after the finish",
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 999\r\n\r\n"
                + A
                + STOP,
            "completed 1 1"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("streams")
  void stream_askedFor_hasTheOutcome(String name, String answer, String said) {
    assertThat(streamed(answer)).isEqualTo(said);
  }

  static Stream<Arguments> wholes() {
    String stop = "\"finish_reason\":\"stop\"";
    return Stream.of(
        arguments(
            "chat",
            "{\"choices\":[{\"message\":{\"content\":\"a\"},"
                + stop
                + "}],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4}}",
            "completed 1 4"),
        arguments(
            "text, no usage", "{\"choices\":[{\"text\":\"a\"," + stop + "}]}", "completed 1 1"),
        arguments(
            "no finish",
            "{\"choices\":[{\"text\":\"a\",\"finish_reason\":null}]}",
            "incomplete 200 1 1"),
        arguments("error", "{\"error\":{\"message\":\"m\"}}", "in_body_error 200 0 0"),
        arguments(
            "aborted",
            "{\"choices\":[{\"text\":\"\",\"finish_reason\":\"abort\"}]}",
            "aborted 200 0 0"),
        arguments("no JSON", "hello", "incomplete 200 0 0"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wholes")
  void wholeAnswer_askedFor_hasTheOutcome(String name, String body, String said) {
    RequestRecord record =
        new Wire(false).read(json(200, "application/json", body), 5).close(5).record();
    assertThat(said(record)).isEqualTo(said);
  }

  @Test
  void wholeAnswer_completed_hasAnEndToEndTimeButNoFirstToken() {
    String answer =
        json(
            200, "application/json", "{\"choices\":[{\"text\":\"a\",\"finish_reason\":\"stop\"}]}");
    Instants t =
        new Wire(false)
            .read(answer.substring(0, 60), 5)
            .read(answer.substring(60), 9)
            .record()
            .instants();
    assertThat(t.lastTokenNanos()).isEqualTo(9);
    assertThat(t.firstTokenNanos()).isEqualTo(Instants.NONE);
    assertThat(t.firstAnswerNanos()).isEqualTo(Instants.NONE);
  }

  @Test
  void instants_ofAReasoningStream_tellReasoningFromAnswer() {
    RequestRecord record =
        new Wire(true)
            .read(HEAD, 1)
            .read(chunk("{\"role\":\"assistant\",\"content\":\"\"}", "null"), 2)
            .read(chunk("{\"reasoning\":\"hm\"}", "null"), 3)
            .read(A, 5)
            .read(B, 6)
            .read(STOP, 8)
            .read(DONE, 9)
            .record();
    Instants t = record.instants();
    assertThat(t.headersNanos()).isEqualTo(1);
    assertThat(t.firstTokenNanos()).isEqualTo(3);
    assertThat(t.firstAnswerNanos()).isEqualTo(5);
    assertThat(t.lastTokenNanos()).isEqualTo(6);
    assertThat(t.endNanos()).isEqualTo(9);
    assertThat(record.gaps().stream()).containsExactly(2L, 1L);
    assertThat(record.silent()).isEqualTo(SilentEvents.of(2, 8));
    assertThat(record.tokens().outputSource()).isEqualTo(TokenSource.EVENTS);
    assertThat(record.tokens().inputSource()).isEqualTo(TokenSource.PLANNED);
    assertThat(record.tokens().input()).isEqualTo(20);
  }

  @Test
  void silentEvents_moreThanAreKept_areCountedAndTheLastIsKept() {
    Wire wire = new Wire(true).read(HEAD, 1);
    String role = chunk("{\"role\":\"assistant\",\"content\":\"\"}", "null");
    for (int i = 0; i < 20; i++) {
      wire.read(role, 2 + i);
    }
    RequestRecord record = wire.read(A, 30).read(STOP, 31).read(DONE, 32).record();
    assertThat(record.silent().count()).isEqualTo(21);
    assertThat(record.silent().complete()).isFalse();
    assertThat(record.silent().kept()).isEqualTo(SilentEvents.MAX_KEPT);
    assertThat(record.silent().nanosAt(0)).isEqualTo(2);
    assertThat(record.silent().nanosAt(14)).isEqualTo(16);
    assertThat(record.silent().nanosAt(15)).isEqualTo(31);
  }

  @Test
  void silentEvents_withoutAChoice_areNone() {
    RequestRecord record = new Wire(true).read(HEAD + A, 1).read(USAGE, 2).read(DONE, 3).record();
    assertThat(record.silent()).isEqualTo(SilentEvents.NONE);
  }

  @Test
  void replica_namedByTheGateway_isInTheRecord() {
    String answer = HEAD.replace("connection", "Target-Pod: r2\r\nconnection") + A + STOP + DONE;
    assertThat(new Wire(true).read(answer, 5).record().replica()).isEqualTo("r2");
    assertThat(new Wire(true).read(HEAD + A + DONE, 5).record().replica()).isEqualTo("target:80");
  }

  @Test
  void reset_beforeAnyByte_isClosedBeforeResponse() {
    assertThat(said(new Wire(true).reset(5).record())).isEqualTo("closed_before_response 0 0 0");
    assertThat(said(new Wire(true).read(HEAD + A, 4).reset(5).record())).isEqualTo("reset 200 1 1");
  }

  @Test
  void timeoutOrCut_afterTheFinish_isStillCompleted() {
    assertThat(said(new Wire(true).read(HEAD + A + STOP, 4).timeout(9).record()))
        .isEqualTo("completed 1 1");
    Wire cut = new Wire(true).read(HEAD + A + STOP, 4);
    cut.exchange().cut(9);
    assertThat(said(cut.record())).isEqualTo("completed 1 1");
  }

  @Test
  void cut_whileTokensCome_isCut() {
    Wire wire = new Wire(true).read(HEAD + A, 4);
    wire.exchange().cut(9);
    assertThat(said(wire.record())).isEqualTo("cut 1 1");
    assertThat(wire.record().instants().endNanos()).isEqualTo(9);
  }

  @Test
  void refusal_thatNamesStreamOptions_isNoticed() {
    Wire named =
        new Wire(true)
            .read(json(400, "application/json", "{\"error\":\"unknown field stream_options\"}"), 5);
    Wire other = new Wire(true).read(json(400, "application/json", "{\"error\":\"too long\"}"), 5);
    assertThat(named.exchange().refusesUsage()).isTrue();
    assertThat(other.exchange().refusesUsage()).isFalse();
  }

  @Test
  void detail_ofAnError_isItsMessageWithoutControlCharacters() {
    RequestRecord record =
        new Wire(true)
            .read(json(500, null, "{\"error\":{\"message\":\"first\\nsecond\"}}"), 5)
            .record();
    assertThat(((Outcome.Failed) record.outcome()).detail()).isEqualTo("first second");
  }
}
