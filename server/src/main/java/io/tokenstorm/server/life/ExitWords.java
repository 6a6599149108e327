package io.tokenstorm.server.life;

/** How a process ended, in words that continue a sentence about it. */
final class ExitWords {
  private static final int SIGNAL = 128;
  private static final int KILL = 9;

  private ExitWords() {}

  static String of(int status) {
    if (status == SIGNAL + KILL) {
      return "was ended by signal 9 (by hand, or by the kernel because memory ran out)";
    }
    if (status == 0) {
      return "exited with status 0 (a server has to stay in the foreground)";
    }
    return status > SIGNAL
        ? "was ended by signal " + (status - SIGNAL)
        : "exited with status " + status;
  }
}
