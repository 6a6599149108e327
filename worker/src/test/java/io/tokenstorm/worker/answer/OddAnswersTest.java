package io.tokenstorm.worker.answer;

import static io.tokenstorm.worker.cases.OddStreams.A;
import static io.tokenstorm.worker.cases.OddStreams.B;
import static io.tokenstorm.worker.cases.OddStreams.DONE;
import static io.tokenstorm.worker.cases.OddStreams.HEAD;
import static io.tokenstorm.worker.cases.OddStreams.STOP;
import static io.tokenstorm.worker.cases.OddStreams.USAGE;
import static io.tokenstorm.worker.cases.OddStreams.chunk;
import static io.tokenstorm.worker.cases.OddStreams.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.SilentEvents;
import io.tokenstorm.protocol.record.TokenSource;
import io.tokenstorm.worker.cases.OddStreams;
import io.tokenstorm.worker.cases.OddStreams.OddStream;
import io.tokenstorm.worker.cases.Wire;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers that servers give and that are easy to get wrong, beyond the scripted cases. */
class OddAnswersTest {
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

  static List<OddStream> streams() {
    return OddStreams.all();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("streams")
  void stream_askedFor_hasTheOutcome(OddStream odd) {
    assertThat(streamed(odd.answer())).isEqualTo(odd.said());
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "data: {\"error\":{\"message\":\"no room\"}}       | no room",
        "data: {\"error\":{\"code\":5}}                    | {\"error\":{\"code\":5}}",
        "event: error\\ndata: {\"error\":{\"message\":\"no slot\"}} | no slot",
        "event: error\\ndata: {\"code\":5}                 | {\"code\":5}",
        "event: error\\ndata: {\"code\":                   | {\"code\":",
        "event: error\\ndata: overloaded                   | overloaded",
        "event: error\\ndata:                              | an event named error, without data",
        "error: {\"object\":\"error\",\"message\":\"no key\"} | no key",
        "error: broken                                     | broken"
      })
  void detail_ofAnErrorInTheStream_isItsMessageOrElseItsText(String event, String detail) {
    String answer = HEAD + A + event.replace("\\n", "\n") + "\n\n";
    RequestRecord record = new Wire(true).read(answer, 5).close(5).record();
    Outcome.Failed failed = (Outcome.Failed) record.outcome();
    assertThat(failed.kind()).isEqualTo(ErrorKind.IN_STREAM_ERROR);
    assertThat(failed.detail()).isEqualTo(detail);
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
