package io.tokenstorm.cli.exit;

/**
 * A command cannot do what was asked. The message is one paragraph for a person: where, what is
 * wrong, what to do.
 */
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;

  public CommandFailure(ExitCode exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  public CommandFailure(ExitCode exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** How the process ends. */
  public ExitCode exitCode() {
    return exitCode;
  }
}
