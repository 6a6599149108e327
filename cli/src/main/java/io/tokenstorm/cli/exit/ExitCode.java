package io.tokenstorm.cli.exit;

import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.coordinator.service.RunOutcome;

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

  /** How a process ends that made a run of this verdict. */
  public static ExitCode of(Verdict verdict) {
    return verdict == Verdict.VALID ? VALID : NOT_VALID;
  }

  /** How a process ends whose run ended so; what made it end goes before the verdict. */
  public static ExitCode of(RunOutcome outcome) {
    return of(outcome.cause(), outcome.verdict());
  }

  private static ExitCode of(EndCause cause, Verdict verdict) {
    return switch (cause) {
      case TARGET_UNREACHABLE, NO_WORKERS -> UNREACHABLE;
      case WORKER_UNFIT -> USAGE;
      case INTERNAL -> INTERNAL;
      case DONE, CANCELLED, WORKER_LOST, DEADLINE, STORAGE -> of(verdict);
    };
  }

  /** The process's exit status. */
  public int number() {
    return number;
  }
}
