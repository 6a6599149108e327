package io.tokenstorm.worker.answer;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * What the body of a successful answer is, told by its first bytes and its content type: servers
 * send events, and errors, under wrong types.
 */
enum BodyKind {
  /** More bytes are needed. */
  UNKNOWN,
  /** Server-sent events. */
  EVENTS,
  /** One JSON text. */
  JSON,
  /** Neither. */
  OTHER;

  /** The most bytes looked at. */
  static final int MAX_LOOK = 256;

  private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final String[] FIELDS = {"data:", "event:", "id:", "retry:", "error:", ":"};

  /** By the framing that a stream of the API has. */
  static BodyKind of(KeptBytes kept, boolean lines, boolean declaredEvents, String contentType) {
    return lines
        ? ofLines(kept.bytes(), kept.length(), contentType)
        : of(kept.bytes(), kept.length(), declaredEvents);
  }

  /**
   * Looks at the beginning of a body.
   *
   * @param declaredEvents whether the content type says {@code text/event-stream}
   */
  static BodyKind of(byte[] bytes, int length, boolean declaredEvents) {
    int at = startsWithBom(bytes, length) ? BOM.length : 0;
    while (at < length && isSpace(bytes[at])) {
      at++;
    }
    if (at == length || (at == 0 && length < BOM.length && bytes[0] == BOM[0])) {
      return length < MAX_LOOK ? UNKNOWN : declaredEvents ? EVENTS : OTHER;
    }
    if (bytes[at] == '{' || bytes[at] == '[') {
      return JSON;
    }
    return declaredEvents ? EVENTS : byFieldName(bytes, at, length);
  }

  /**
   * Looks at the beginning of a body that is to have one JSON object a line. Plain {@code
   * application/json} is one answer: the server did not stream.
   */
  static BodyKind ofLines(byte[] bytes, int length, String contentType) {
    int at = 0;
    while (at < length && isSpace(bytes[at])) {
      at++;
    }
    if (at == length) {
      return length < MAX_LOOK ? UNKNOWN : OTHER;
    }
    boolean one = contentType.toLowerCase(Locale.ROOT).startsWith("application/json");
    return switch (bytes[at]) {
      case '{' -> one ? JSON : EVENTS;
      case '[' -> JSON;
      default -> OTHER;
    };
  }

  private static BodyKind byFieldName(byte[] bytes, int at, int length) {
    String start = new String(bytes, at, Math.min(length - at, 8), StandardCharsets.ISO_8859_1);
    boolean mayBecome = false;
    for (String field : FIELDS) {
      if (start.startsWith(field)) {
        return EVENTS;
      }
      mayBecome |= field.startsWith(start);
    }
    return mayBecome ? UNKNOWN : OTHER;
  }

  /** Where one JSON text begins: a byte-order mark is passed over. */
  static int jsonStart(byte[] bytes, int length) {
    return startsWithBom(bytes, length) ? BOM.length : 0;
  }

  private static boolean startsWithBom(byte[] bytes, int length) {
    return length >= BOM.length && bytes[0] == BOM[0] && bytes[1] == BOM[1] && bytes[2] == BOM[2];
  }

  static boolean isSpace(byte b) {
    return b == ' ' || b == '\t' || b == '\n' || b == '\r';
  }
}
