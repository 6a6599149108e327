package io.tokenstorm.worker.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.worker.chunk.ChunkScanner;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OnePieceTest {
  private static final String ANSWER =
      "{\"choices\":[{\"message\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}";
  private static final String ERROR = "{\"error\":{\"message\":\"no\\nroom\"}}";

  private final ChunkScanner scanner = new ChunkScanner();
  private final OnePiece piece = new OnePiece(scanner);

  private OnePiece holding(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertThat(piece.keep(bytes, 0, bytes.length)).isTrue();
    return piece;
  }

  private static ErrorKind kind(Outcome outcome) {
    return ((Outcome.Failed) outcome).kind();
  }

  @Test
  void noAnswer_ofAnAnswer_isNullAndTheFactsAreItsOwn() {
    assertThat(holding(ANSWER).noAnswer(200)).isNull();
    assertThat(scanner.facts().finishReason()).isEqualTo("stop");
  }

  @Test
  void noAnswer_ofAnythingElse_saysWhy() {
    assertThat(holding("<html>").noAnswer(200))
        .isEqualTo(
            new Outcome.Failed(ErrorKind.INCOMPLETE, 200, "the answer is no JSON object: <html>"));
    piece.clear();
    assertThat(holding(ERROR).noAnswer(200))
        .isEqualTo(new Outcome.Failed(ErrorKind.IN_BODY_ERROR, 200, "no room"));
  }

  @Test
  void unaskedJson_byItsContent_isErrorAnswerOrNeither() {
    assertThat(kind(holding(ERROR).unaskedJson(200, "x"))).isEqualTo(ErrorKind.IN_BODY_ERROR);
    piece.clear();
    assertThat(kind(holding(ANSWER).unaskedJson(200, "x"))).isEqualTo(ErrorKind.NOT_STREAMING);
    piece.clear();
    assertThat(holding("{\"a\":1}").unaskedJson(201, "x/y"))
        .isEqualTo(
            new Outcome.Failed(
                ErrorKind.NOT_SSE, 201, "status 201, content-type \"x/y\": {\"a\":1}"));
  }

  @Test
  void error_ofAPartOrOfAnAnswer_isNone() {
    assertThat(holding(ERROR.substring(0, ERROR.length() - 1)).error(200)).isNull();
    piece.clear();
    assertThat(holding(ANSWER).error(200)).isNull();
    piece.clear();
    assertThat(piece.error(200)).isNull();
  }

  @Test
  void unaskedJson_thatIsAnArrayWithAnError_isThatError() {
    Outcome.Failed failed =
        (Outcome.Failed)
            holding("\ufeff [ {}, {\"error\": {\"message\": \"m\"}} ]").unaskedJson(200, "");
    assertThat(failed.kind()).isEqualTo(ErrorKind.IN_BODY_ERROR);
    assertThat(failed.detail()).isEqualTo("m");
  }

  @Test
  void error_inAnArray_isThereOnlyOnceItIsWhole() {
    assertThat(holding("[{\"error\":\"x\"}").error(200)).isNull();
    piece.clear();
    assertThat(holding("[{\"error\":\"x\"}] [").error(200)).isNull();
    piece.clear();
    assertThat(holding("[[{\"error\":\"x\"}]]").error(200)).isNull();
    piece.clear();
    assertThat(holding("[]").error(200)).isNull();
    piece.clear();
    assertThat(holding("[1,{\"error\":\"x\"}]").error(200)).isNotNull();
  }

  @Test
  void notEvents_withoutABody_saysSo() {
    assertThat(((Outcome.Failed) piece.notEvents(204, "")).detail())
        .isEqualTo("status 204, content-type \"\": no body");
  }

  @Test
  void keep_moreThanTheLargestAnswer_isRefused() {
    byte[] bytes = new byte[OnePiece.MAX_JSON];
    assertThat(piece.keep(bytes, 0, bytes.length)).isTrue();
    assertThat(piece.keep(bytes, 0, 1)).isFalse();
  }

  @Test
  void keepToShow_ofALargeBody_isBoundedAndTellsWhenItIsEnough() {
    byte[] bytes = "x".repeat(OnePiece.MAX_REFUSAL).getBytes(StandardCharsets.UTF_8);
    assertThat(piece.keepToShow(bytes, 0, bytes.length)).isTrue();
    assertThat(piece.keepToShow(bytes, 0, 1)).isFalse();
    assertThat(piece.bytes().length()).isEqualTo(4096);
    assertThat(piece.said()).hasSizeLessThanOrEqualTo(Outcome.Failed.MAX_DETAIL);
  }
}
