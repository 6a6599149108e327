package io.tokenstorm.worker.answer;

import io.tokenstorm.worker.api.Framing;
import io.tokenstorm.worker.sse.LineDecoder;
import io.tokenstorm.worker.sse.SseDecoder;
import io.tokenstorm.worker.sse.SseHandler;
import org.jspecify.annotations.Nullable;

/** The decoder of a slot's streams, by the framing that the API has. */
final class StreamEvents {
  private final SseDecoder sse;
  private final @Nullable LineDecoder lines;

  StreamEvents(Framing framing, SseHandler handler) {
    this.sse = new SseDecoder(handler);
    this.lines = framing == Framing.LINES ? new LineDecoder(handler) : null;
  }

  /** Whether each line is an event, so that a line that is no JSON is a fault. */
  boolean areLines() {
    return lines != null;
  }

  void reset() {
    sse.reset();
    if (lines != null) {
      lines.reset();
    }
  }

  /** Takes a piece; false once an event is too long. */
  boolean feed(byte[] bytes, int offset, int length) {
    return lines == null ? sse.feed(bytes, offset, length) : lines.feed(bytes, offset, length);
  }

  /** The body has come to its proper end. */
  void end() {
    if (lines == null) {
      sse.end();
    } else {
      lines.end();
    }
  }
}
