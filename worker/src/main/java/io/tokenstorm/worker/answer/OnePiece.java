package io.tokenstorm.worker.answer;

import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.worker.chunk.ChunkReader;
import io.tokenstorm.worker.chunk.ErrorArray;
import org.jspecify.annotations.Nullable;

/**
 * A body that is not a stream of events, kept in whole or in part, and what it says once no more of
 * it comes. Never larger than {@link #MAX_JSON} bytes.
 */
final class OnePiece {
  /** The largest answer in one piece of JSON, in bytes. */
  static final int MAX_JSON = 16 * 1024 * 1024;

  /** The longest body read of an error status, or of what is no answer at all, in bytes. */
  static final int MAX_REFUSAL = 256 * 1024;

  private static final int MAX_SHOWN = 4096;
  private static final int MAX_DETAIL = Outcome.Failed.MAX_DETAIL;

  private final KeptBytes kept = new KeptBytes();
  private final ChunkReader reader;
  private long shownOf;

  OnePiece(ChunkReader reader) {
    this.reader = reader;
  }

  void clear() {
    kept.clear();
    shownOf = 0;
  }

  /** The bytes kept so far. */
  KeptBytes bytes() {
    return kept;
  }

  /** Keeps all of a piece; false if that would be more than {@link #MAX_JSON} bytes. */
  boolean keep(byte[] bytes, int offset, int length) {
    return kept.add(bytes, offset, length, MAX_JSON);
  }

  /** Keeps as much of a piece as is ever shown; false if more than {@link #MAX_REFUSAL} came. */
  boolean keepToShow(byte[] bytes, int offset, int length) {
    kept.add(bytes, offset, length, MAX_SHOWN);
    shownOf += length;
    return shownOf <= MAX_REFUSAL;
  }

  /**
   * Reads it: one object, or an error in an array. Once an answer, since the reader may gather its
   * text.
   */
  private boolean isJson() {
    byte[] bytes = kept.bytes();
    int start = BodyKind.jsonStart(bytes, kept.length());
    while (start < kept.length() && BodyKind.isSpace(bytes[start])) {
      start++;
    }
    int length = kept.length() - start;
    boolean array = length > 0 && bytes[start] == '[';
    return array
        ? ErrorArray.read(reader, bytes, start, length)
        : reader.scan(bytes, start, length);
  }

  /** What it says: its error message if it has one, else its text. */
  String said() {
    return shown(isJson());
  }

  private String shown(boolean json) {
    String message = json ? reader.facts().message() : null;
    return message != null ? KeptBytes.clean(message) : kept.text(MAX_DETAIL);
  }

  /** Whether it names what asks for usage. */
  boolean namesStreamOptions() {
    String text = kept.text(MAX_SHOWN);
    return text.contains("stream_options") || text.contains("include_usage");
  }

  /** The failure that it is where events were asked for and it is neither events nor JSON. */
  Outcome notEvents(int status, String contentType) {
    String body = kept.length() == 0 ? "no body" : kept.text(MAX_DETAIL);
    return new Outcome.Failed(
        ErrorKind.NOT_SSE,
        status,
        "status " + status + ", content-type \"" + contentType + "\": " + body);
  }

  /** The failure that it is where events were asked for and JSON came. */
  Outcome unaskedJson(int status, String contentType) {
    boolean json = isJson();
    if (json && reader.facts().hasError()) {
      return bodyError(status);
    }
    return json && reader.facts().choiceCount() > 0
        ? new Outcome.Failed(
            ErrorKind.NOT_STREAMING, status, "a stream was asked for, one JSON answer came")
        : notEvents(status, contentType);
  }

  private Outcome bodyError(int status) {
    return new Outcome.Failed(ErrorKind.IN_BODY_ERROR, status, shown(true));
  }

  /** The failure if it is one whole JSON text that says error, else null. */
  @Nullable Outcome error(int status) {
    return isJson() && reader.facts().hasError() ? bodyError(status) : null;
  }

  /**
   * The failure that it is in any case where one answer was asked for; null if it is one: then the
   * reader's facts are its own.
   */
  @Nullable Outcome noAnswer(int status) {
    if (!isJson()) {
      return new Outcome.Failed(
          ErrorKind.INCOMPLETE, status, "the answer is no JSON object: " + kept.text(MAX_DETAIL));
    }
    return reader.facts().hasError() ? bodyError(status) : null;
  }
}
