package io.tokenstorm.coordinator.scrape;

/** A text is not in Prometheus' text format, or tells nothing that is known; says where and why. */
public final class MetricsTextException extends RuntimeException {
  private static final long serialVersionUID = 1;

  MetricsTextException(String message) {
    super(message);
  }

  static MetricsTextException at(int line, String fault) {
    return new MetricsTextException("line " + line + ": " + fault);
  }
}
