package io.tokenstorm.protocol.spool;

import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Which spool: one worker's records of one run in one incarnation of one process. A process that
 * found no spool counts incarnations anew, so the number alone does not tell two spools apart.
 * Worker, run and process are names that are safe as parts of a path: letters, digits, {@code . _
 * -}, at most {@value #MAX_NAME} characters, not beginning with a dot.
 *
 * @param worker its id
 * @param run id of the run
 * @param incarnation of the worker
 * @param processKey of the process that wrote it
 */
public record SpoolKey(String worker, String run, int incarnation, String processKey) {
  /** The longest name of a worker or run, in characters. */
  public static final int MAX_NAME = 120;

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0," + (MAX_NAME - 1) + "}");

  public SpoolKey {
    requireName("worker", worker);
    requireName("run", run);
    requireName("process", processKey);
    if (incarnation < 1) {
      throw new IllegalArgumentException("incarnation " + incarnation + " < 1");
    }
  }

  /** Whether a text may name a worker or a run. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /**
   * The directory of this spool below the worker's own spool path, as {@code WorkerHello} gives it:
   * {@code RUN/INCARNATION-PROCESS}.
   */
  public Path directoryBelow(Path spoolPath) {
    return spoolPath.resolve(run).resolve(incarnation + "-" + processKey);
  }

  private static void requireName(String what, String text) {
    if (!isName(text)) {
      throw new IllegalArgumentException(
          "'" + text + "' cannot name a " + what + ": use letters, digits, '.', '_' and '-'");
    }
  }
}
