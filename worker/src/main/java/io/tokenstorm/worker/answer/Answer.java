package io.tokenstorm.worker.answer;

import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.worker.api.ApiDialect;
import io.tokenstorm.worker.api.Framing;
import io.tokenstorm.worker.chunk.AnswerText;
import io.tokenstorm.worker.chunk.ChunkFacts;
import io.tokenstorm.worker.chunk.ChunkReader;
import io.tokenstorm.worker.chunk.ChunkScanner;
import io.tokenstorm.worker.http.ContentDecoder;
import io.tokenstorm.worker.http.ResponseHead;
import io.tokenstorm.worker.sse.EventName;
import io.tokenstorm.worker.sse.SseDecoder;
import io.tokenstorm.worker.sse.SseHandler;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The content of one answer: what kind of body it is, what its events say, and the verdict as soon
 * as there is one. What comes after the verdict is not looked at.
 */
final class Answer implements SseHandler {
  private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);

  private enum Mode {
    /** A status other than 2xx. */
    ERROR_STATUS,
    /** A stream was asked for; its first bytes have not been seen yet. */
    LOOKING,
    EVENTS,
    /** A stream was asked for, JSON comes. */
    UNASKED_JSON,
    /** A stream was asked for, something else comes. */
    UNASKED_OTHER,
    /** No stream was asked for. */
    WHOLE
  }

  private final boolean stream;
  private final ApiDialect api;
  private final Framing framing;
  private final StreamEvents events;
  private final TokenTemplate template = new TokenTemplate();
  private final ChunkReader reader;

  /** The reader where it is OpenAI's, so that the usual call is a direct one. */
  private final @Nullable ChunkScanner scanner;

  private final ChunkFacts facts;
  private final @Nullable AnswerText text;
  private final StreamTally tally = new StreamTally();
  private final OnePiece piece;
  private final ContentDecoder.Output plainBody = this::body;
  private @Nullable ContentDecoder decoder;
  private @Nullable Outcome verdict;
  private Mode mode = Mode.WHOLE;
  private int status;
  private boolean declaredEvents;
  private String contentType = "";
  private boolean plainToken;
  private boolean bodyEnded;
  private long now;

  Answer(ExchangeSettings settings) {
    this.api = settings.api();
    this.stream = settings.stream();
    this.framing = api.framing();
    this.events = new StreamEvents(framing, this);
    this.reader = api.newReader();
    this.scanner = reader instanceof ChunkScanner openAi ? openAi : null;
    this.facts = reader.facts();
    this.piece = new OnePiece(reader);
    this.text = settings.text();
    if (text != null) {
      reader.keepText(text);
    }
  }

  private boolean scan(byte[] bytes, int at, int length) {
    return scanner != null ? scanner.scan(bytes, at, length) : reader.scan(bytes, at, length);
  }

  void reset(LoadStage stage) {
    freeDecoder();
    events.reset();
    reader.reset();
    if (text != null) {
      text.reset();
    }
    tally.reset(stage);
    template.forget();
    piece.clear();
    verdict = null;
    mode = Mode.WHOLE;
    status = 0;
    declaredEvents = false;
    contentType = "";
    bodyEnded = false;
  }

  StreamTally tally() {
    return tally;
  }

  @Nullable Outcome verdict() {
    return verdict;
  }

  /** The head has come; a body that cannot be decoded is a violation. */
  void onHead(ResponseHead head) {
    status = head.status();
    String type = head.first("content-type");
    contentType = type == null ? "" : type;
    declaredEvents = contentType.toLowerCase(Locale.ROOT).startsWith(framing.mediaType());
    if (status / 100 != 2) {
      mode = Mode.ERROR_STATUS;
    } else {
      mode = stream ? Mode.LOOKING : Mode.WHOLE;
      decoder = ContentDecoder.of(head.joined("content-encoding"));
    }
  }

  /**
   * A piece of the body.
   *
   * @param sinceSent stamp of the read that brought it
   */
  void onBody(byte[] bytes, int offset, int length, long sinceSent) {
    now = sinceSent;
    if (decoder == null) {
      body(bytes, offset, length);
    } else {
      decoder.decode(bytes, offset, length, plainBody);
    }
    if (verdict != null) {
      freeDecoder();
    }
  }

  private void freeDecoder() {
    if (decoder != null) {
      decoder.close();
      decoder = null;
    }
  }

  private void body(byte[] bytes, int offset, int length) {
    switch (mode) {
      case EVENTS -> events(bytes, offset, length);
      case LOOKING -> look(bytes, offset, length);
      case UNASKED_JSON, WHOLE -> {
        if (!piece.keep(bytes, offset, length)) {
          fail(
              ErrorKind.PROTOCOL,
              "an answer in one piece of more than " + OnePiece.MAX_JSON + " bytes");
        }
      }
      case ERROR_STATUS, UNASKED_OTHER -> {
        if (!piece.keepToShow(bytes, offset, length)) {
          refused();
        }
      }
    }
  }

  private void events(byte[] bytes, int offset, int length) {
    if (!events.feed(bytes, offset, length)) {
      fail(ErrorKind.PROTOCOL, "an event of more than " + SseDecoder.MAX_EVENT + " bytes");
    }
  }

  private void look(byte[] bytes, int offset, int length) {
    KeptBytes kept = piece.bytes();
    int take = Math.min(length, BodyKind.MAX_LOOK - kept.length());
    kept.add(bytes, offset, take, BodyKind.MAX_LOOK);
    BodyKind kind = BodyKind.of(kept, events.areLines(), declaredEvents, contentType);
    if (kind == BodyKind.UNKNOWN) {
      return;
    }
    switch (kind) {
      case EVENTS -> {
        mode = Mode.EVENTS;
        events(kept.bytes(), 0, kept.length());
        kept.clear();
      }
      case JSON -> mode = Mode.UNASKED_JSON;
      case OTHER, UNKNOWN -> mode = Mode.UNASKED_OTHER;
    }
    if (take < length) {
      body(bytes, offset + take, length - take);
    }
  }

  @Override
  public void onEvent(EventName named, byte[] bytes, int offset, int length) {
    int start = offset;
    int end = offset + length;
    while (start < end && BodyKind.isSpace(bytes[start])) {
      start++;
    }
    while (end > start && BodyKind.isSpace(bytes[end - 1])) {
      end--;
    }
    plainToken = false;
    if (verdict != null || (start == end && named != EventName.ERROR)) {
      return;
    }
    if (start < end && bytes[start] == '{') {
      chunk(named, bytes, start, end - start);
    } else if (named == EventName.ERROR) {
      fail(
          ErrorKind.IN_STREAM_ERROR,
          start == end ? "an event named error, without data" : KeptBytes.text(bytes, start, end));
    } else if (isDone(bytes, start, end)) {
      done();
    } else {
      other(bytes, start, end);
    }
  }

  private void other(byte[] bytes, int start, int end) {
    String error = ArrayError.in(api, bytes, start, end);
    if (error != null) {
      fail(ErrorKind.IN_STREAM_ERROR, error);
    } else if (events.areLines() && !bodyEnded) {
      fail(ErrorKind.PROTOCOL, "a line is no JSON: " + KeptBytes.text(bytes, start, end));
    }
    // anything else is a keep-alive in words, or cut off by the body's end: it carries nothing
  }

  @Override
  public void onWholeEvent(byte[] bytes, int start, int end) {
    if (plainToken) {
      template.learn(bytes, start, facts.textStart(), facts.textEnd(), end);
    }
  }

  /**
   * Plain tokens of the choice of the last one: nothing is to be found in them but their coming.
   */
  @Override
  public int takeKnown(byte[] bytes, int start, int end) {
    int at = start;
    while (verdict == null) {
      int next = template.match(bytes, at, end);
      if (next == TokenTemplate.NO_MATCH) {
        break;
      }
      at = next;
      tally.addToken(now);
      judge(null);
    }
    return at;
  }

  private void chunk(EventName named, byte[] bytes, int start, int length) {
    boolean wellFormed = scan(bytes, start, length);
    if (named == EventName.ERROR || (wellFormed && facts.hasError())) {
      String message = wellFormed ? facts.message() : null;
      fail(
          ErrorKind.IN_STREAM_ERROR,
          message != null ? message : KeptBytes.text(bytes, start, start + length));
    } else if (wellFormed) {
      tally.add(facts, now);
      plainToken = text == null && facts.plainToken();
      judge(facts.finishReason());
      if (facts.done() && verdict == null) {
        done();
      }
    } else if (!bodyEnded && (named == EventName.MESSAGE || scanner == null)) {
      fail(
          ErrorKind.PROTOCOL,
          "an event is no JSON: " + KeptBytes.text(bytes, start, start + length));
    }
  }

  private void judge(@Nullable String finishReason) {
    if ("abort".equals(finishReason)) {
      fail(ErrorKind.ABORTED, "finish_reason abort");
    } else if ("error".equals(finishReason)) {
      fail(ErrorKind.IN_STREAM_ERROR, "finish_reason error");
    } else if (tally.full()) {
      fail(ErrorKind.PROTOCOL, "more events than one record can hold");
    }
  }

  private void done() {
    if (tally.answered()) {
      verdict = Outcome.COMPLETED;
    } else {
      fail(ErrorKind.EMPTY_OUTPUT, "[DONE], but no choice, finish_reason or usage before it");
    }
  }

  @Override
  public void onErrorField(byte[] bytes, int offset, int length) {
    if (verdict == null) {
      boolean json = scan(bytes, offset, length);
      String message = json ? facts.message() : null;
      fail(
          ErrorKind.IN_STREAM_ERROR,
          message != null ? message : KeptBytes.text(bytes, offset, offset + length));
    }
  }

  /** The body has come to its proper end. */
  void onEnd(long sinceSent) {
    long lastByte = now;
    now = sinceSent;
    bodyEnded = true;
    switch (mode) {
      case ERROR_STATUS, UNASKED_OTHER -> refused();
      case EVENTS -> {
        events.end();
        if (verdict == null) {
          endWithoutMarker("the stream ended without [DONE] and without a finish_reason");
        }
      }
      case LOOKING -> {
        if (declaredEvents) {
          fail(ErrorKind.INCOMPLETE, "an event stream without an event");
        } else {
          verdict = piece.notEvents(status, contentType);
        }
      }
      case UNASKED_JSON -> verdict = piece.unaskedJson(status, contentType);
      case WHOLE -> whole(lastByte);
    }
    freeDecoder();
  }

  /** Whether the answer is an error status, or nothing of use, and only its words still come. */
  boolean refuses() {
    return verdict == null && (mode == Mode.ERROR_STATUS || mode == Mode.UNASKED_OTHER);
  }

  private void refused() {
    if (mode == Mode.ERROR_STATUS) {
      fail(ErrorKind.HTTP_STATUS, piece.said());
    } else {
      verdict = piece.notEvents(status, contentType);
    }
  }

  private void endWithoutMarker(String ifOpen) {
    if (tally.finished()) {
      verdict = Outcome.COMPLETED;
    } else {
      fail(ErrorKind.INCOMPLETE, ifOpen);
    }
  }

  private void whole(long lastByte) {
    verdict = piece.noAnswer(status);
    if (verdict != null) {
      return;
    }
    tally.addWhole(facts, lastByte);
    judge(facts.finishReason());
    if (verdict == null) {
      endWithoutMarker("the answer has no finish_reason");
    }
  }

  /**
   * The outcome that holds although no more comes: an error status, something that is no answer, an
   * error in a body that had come whole, or a finish.
   */
  @Nullable Outcome whenInterrupted() {
    switch (mode) {
      case ERROR_STATUS, UNASKED_OTHER -> refused();
      case EVENTS -> {
        if (tally.finished()) {
          verdict = Outcome.COMPLETED;
        }
      }
      case UNASKED_JSON, WHOLE -> verdict = piece.error(status);
      case LOOKING -> {}
    }
    freeDecoder();
    return verdict;
  }

  /** Whether the body of an error names what asks for usage. */
  boolean namesStreamOptions() {
    return piece.namesStreamOptions();
  }

  private void fail(ErrorKind kind, String detail) {
    verdict = new Outcome.Failed(kind, status, detail);
  }

  private static boolean isDone(byte[] bytes, int start, int end) {
    return Arrays.equals(bytes, start, end, DONE, 0, DONE.length);
  }
}
