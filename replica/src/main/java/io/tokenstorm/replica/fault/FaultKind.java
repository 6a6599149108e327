package io.tokenstorm.replica.fault;

import java.util.Locale;

/** What can go wrong with a request on demand. */
public enum FaultKind {
  /** An error status instead of an answer. */
  STATUS,
  /** The connection is reset after so many tokens. */
  RESET,
  /** Nothing more comes after so many tokens; the connection stays. */
  STALL,
  /** The connection is closed in the middle of the body after so many tokens. */
  TRUNCATE,
  /** Every token is late by so much, one on top of the other. */
  SLOW,
  /** An error event in the stream after so many tokens, then the stream's end. */
  ERROR;

  /** Its name in the admin API and the truth log. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
