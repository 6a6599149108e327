package io.tokenstorm.coordinator.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A run's directory cannot be written or read. The message is for the user. */
public final class ResultsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What went wrong. */
  public enum Kind {
    /** The file system has no room left. */
    DISK_FULL,
    /** Not permitted, read-only, or no such parent. */
    UNWRITABLE,
    /** Missing, or not permitted to be read. */
    UNREADABLE,
    /** The bytes are not what was written. */
    DAMAGED
  }

  private final Kind kind;

  public ResultsException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /** Names the file, the cause and the way out of a failed write. */
  public static ResultsException onWrite(Path file, IOException cause) {
    String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    String lower = reason.toLowerCase(Locale.ROOT);
    if (lower.contains("no space left")
        || lower.contains("quota exceeded")
        || lower.contains("not enough space")) {
      return new ResultsException(
          Kind.DISK_FULL,
          "disk full while writing "
              + file
              + ": free some space or choose another place with --out ("
              + reason
              + ")",
          cause);
    }
    return new ResultsException(
        Kind.UNWRITABLE,
        "cannot write " + file + ": choose a writable place with --out (" + reason + ")",
        cause);
  }

  public static ResultsException onRead(Path file, IOException cause) {
    return new ResultsException(
        Kind.UNREADABLE, "cannot read " + file + ": " + cause.getMessage(), cause);
  }

  public static ResultsException damaged(Path file, String what) {
    return new ResultsException(Kind.DAMAGED, file + " is damaged: " + what, null);
  }
}
