package io.tokenstorm.protocol.spool;

import java.io.IOException;

/** A file that is no spool of a version we read: damaged, or written by another version. */
public final class SpoolFormatException extends IOException {
  private static final long serialVersionUID = 1;

  public SpoolFormatException(String message) {
    super(message);
  }
}
