package io.tokenstorm.server.life;

import io.tokenstorm.server.Stage;
import java.time.Duration;
import java.util.Optional;

/** What a server's life wants done, or tells. */
public sealed interface LifeOutput {
  /** Look whether anyone listens on the port: {@link LifeInput.PortSeen}. */
  record LookAtPort(Stage stage) implements LifeOutput {}

  /** Start the process: {@link LifeInput.Launched} or {@link LifeInput.LaunchFailed}. */
  record Launch() implements LifeOutput {}

  /**
   * Ask the server what the stage asks, and give up after the limit: {@link LifeInput.Answered}.
   */
  record Ask(Stage stage, Duration limit) implements LifeOutput {}

  /** Say {@link LifeInput.Woken} after a while. */
  record WakeAfter(Stage stage, Duration delay) implements LifeOutput {}

  /** End all processes, if there are any: {@link LifeInput.Gone}. */
  record EndProcesses() implements LifeOutput {}

  /** Run the user's check, and end it after the limit: {@link LifeInput.Checked}. */
  record RunCheck(Duration limit) implements LifeOutput {}

  /**
   * It is ready.
   *
   * @param took since the start of the process
   */
  record Ready(Duration took) implements LifeOutput {}

  /** It was ready and its process exited by itself. */
  record Died(LifeFault fault) implements LifeOutput {}

  /** It was ready, was told to stop, and its process exited. */
  record Quit() implements LifeOutput {}

  /**
   * The end of one that never was ready.
   *
   * @param fault why
   * @param leftover what did not come about when it was cleared away
   */
  record StartFailed(LifeFault fault, Optional<LifeFault> leftover) implements LifeOutput {}

  /**
   * The end of one that was ready.
   *
   * @param leftover what did not come about when it was stopped
   */
  record Stopped(Optional<LifeFault> leftover) implements LifeOutput {}
}
