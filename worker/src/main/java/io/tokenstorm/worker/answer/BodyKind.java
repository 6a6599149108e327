package io.tokenstorm.worker.answer;

import java.nio.charset.StandardCharsets;

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

  private static boolean startsWithBom(byte[] bytes, int length) {
    return length >= BOM.length && bytes[0] == BOM[0] && bytes[1] == BOM[1] && bytes[2] == BOM[2];
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\t' || b == '\n' || b == '\r';
  }
}
