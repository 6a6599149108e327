package io.tokenstorm.protocol.record;

import java.util.Locale;

/** The window of a phase in which a request was sent. Only {@code MEASURE} enters statistics. */
public enum LoadStage {
  WARMUP(0),
  MEASURE(1);

  private final int code;
  private final String label = name().toLowerCase(Locale.ROOT);

  LoadStage(int code) {
    this.code = code;
  }

  /** The number that stands for it in binary forms; never changes. */
  public int code() {
    return code;
  }

  /** The name used in files and reports: {@code warmup}, {@code measure}. */
  public String label() {
    return label;
  }
}
