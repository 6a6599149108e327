package io.tokenstorm.protocol.record;

/** Bytes that are no record of a version we read: damaged, or written by another version. */
public final class RecordFormatException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public RecordFormatException(String message) {
    super(message);
  }

  public RecordFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
