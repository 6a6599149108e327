package io.tokenstorm.coordinator.export;

/** What was asked for cannot be exported. The message is for the user. */
public final class ExportException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ExportException(String message) {
    super(message);
  }
}
