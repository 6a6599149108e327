package io.tokenstorm.server;

import io.tokenstorm.protocol.record.FaultSide;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A server did not start, died, or could not be stopped. The message is for the user and begins
 * with {@code server failed to start} where the stage is before it was ready; it holds no value of
 * the server's environment, and neither does the tail of the log.
 */
public final class ServerFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Stage stage;
  private final transient OptionalInt exit;
  private final transient List<String> logTail;
  private final transient Optional<KnownCause> cause;

  /**
   * @param message for the user
   * @param stage what had not come about
   * @param exit exit status of the process, if it exited by itself: 128 + N where signal N ended it
   * @param logTail last lines of the server's log
   * @param cause what the log says
   */
  public ServerFailure(
      String message,
      Stage stage,
      OptionalInt exit,
      List<String> logTail,
      Optional<KnownCause> cause) {
    super(message);
    this.stage = stage;
    this.exit = exit;
    this.logTail = List.copyOf(logTail);
    this.cause = cause;
  }

  /** What had not come about. */
  public Stage stage() {
    return stage;
  }

  /** Exit status of the process, if it exited by itself: 128 + N where signal N ended it. */
  public OptionalInt exit() {
    return exit;
  }

  /** The last lines of the server's log, oldest first. */
  public List<String> logTail() {
    return logTail;
  }

  /** What the log says, where it is recognised. */
  public Optional<KnownCause> cause() {
    return cause;
  }

  /** Whose affair it is: the recognised cause's, else the plan's until the process runs. */
  public FaultSide side() {
    return cause
        .map(known -> known.kind().side())
        .orElse(stage.compareTo(Stage.HEALTH) < 0 ? FaultSide.PLAN : FaultSide.TARGET);
  }
}
