package io.tokenstorm.replica.http;

/**
 * How a body ends.
 *
 * @param kind the way
 * @param length bytes, for a body of fixed length
 */
record Framing(Kind kind, long length) {
  enum Kind {
    FIXED,
    CHUNKED,
    UNTIL_CLOSE
  }

  static final Framing NONE = new Framing(Kind.FIXED, 0);
  static final Framing CHUNKED = new Framing(Kind.CHUNKED, 0);
  static final Framing UNTIL_CLOSE = new Framing(Kind.UNTIL_CLOSE, 0);

  static Framing fixed(long length) {
    return new Framing(Kind.FIXED, length);
  }
}
