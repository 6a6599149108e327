package io.tokenstorm.server;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** A server that was ready. May be used from any thread. */
public interface RunningServer {
  /**
   * Its process has exited: because it was stopped, or else by itself. Fails with {@link
   * ServerFailure} in the latter case, whatever its exit status. Completes at once, before what it
   * leaves behind is cleared away.
   */
  CompletionStage<Void> exited();

  /**
   * Stops it, if it runs, and waits until all its processes are gone, its port is free and the
   * user's check passes. Fails with {@link ServerFailure} if one of these does not come about.
   * Repeated: the same stage.
   */
  CompletionStage<Void> stop();

  /** What was started. */
  ServerCommand command();

  /** How long it took from the start of the process until it was ready. */
  Duration startTook();
}
