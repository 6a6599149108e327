package io.tokenstorm.protocol.record;

import java.util.Locale;

/** Where a token count comes from, best first. */
public enum TokenSource {
  /** The server's {@code usage}. */
  USAGE(0),
  /** A tokenizer on the whole text. */
  TOKENIZER(1),
  /** The number of output-bearing events (output only). */
  EVENTS(2),
  /** The planned count (input only). */
  PLANNED(3);

  private final int code;
  private final String label = name().toLowerCase(Locale.ROOT);

  TokenSource(int code) {
    this.code = code;
  }

  /** The number that stands for it in binary forms; never changes. */
  public int code() {
    return code;
  }

  /** The name used in files and reports. */
  public String label() {
    return label;
  }
}
