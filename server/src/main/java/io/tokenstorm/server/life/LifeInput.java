package io.tokenstorm.server.life;

import io.tokenstorm.server.Stage;

/** What a server's life learns. What belongs to a stage that is past is ignored. */
public sealed interface LifeInput {
  /** Somebody looked whether anyone listens on the port. */
  record PortSeen(Stage stage, boolean inUse) implements LifeInput {}

  /** The process runs. */
  record Launched() implements LifeInput {}

  /** There is no process, and why. */
  record LaunchFailed(String why) implements LifeInput {}

  /** The server answered what a stage asked, or did not. */
  record Answered(Stage stage, StageAnswer answer) implements LifeInput {}

  /**
   * The server's first process exited; others of it may run.
   *
   * @param status its exit status; 128 + N if signal N ended it
   */
  record Exited(int status) implements LifeInput {}

  /**
   * Nothing watches the server's processes any more, as none is left.
   *
   * @param left what is left all the same, in words; empty: nothing
   */
  record Gone(String left) implements LifeInput {}

  /** The user's check ended, or was ended: then its status is not 0. */
  record Checked(int status) implements LifeInput {}

  /** The time that a stage wanted to wait is over. */
  record Woken(Stage stage) implements LifeInput {}

  /** The server is to end. */
  record StopAsked() implements LifeInput {}
}
