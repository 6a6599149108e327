package io.tokenstorm.server;

import java.util.concurrent.CompletionStage;

/** A server that was told to start. May be used from any thread. */
public interface StartedServer {
  /**
   * Completes when it is ready. Fails with {@link ServerFailure}, and only when nothing of the
   * server is left: no process, and its port free; at once when the process exits. Where even that
   * failed the failure says so.
   */
  CompletionStage<RunningServer> ready();

  /**
   * Stops it, ready or not, and waits until all its processes are gone, its port is free and the
   * user's check passes. Fails with {@link ServerFailure} if it was ready and one of these does not
   * come about. Repeated: the same stage.
   */
  CompletionStage<Void> stop();
}
