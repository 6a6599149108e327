package io.tokenstorm.cli.exit;

/** What the process tells its caller. Scripts depend on the numbers: they never change. */
public enum ExitCode {
  /** Done; where there was a run, its verdict is VALID. */
  VALID(0),
  /** The run's verdict is DEGRADED, INVALID or CANCELLED. */
  NOT_VALID(1),
  /** The plan, the command line, the output directory or a port must be changed by the user. */
  USAGE(2),
  /** The cluster or the target cannot be reached. */
  UNREACHABLE(3),
  /** A fault of Tokenstorm itself; the log has it. */
  INTERNAL(4);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  /** The process's exit status. */
  public int number() {
    return number;
  }
}
