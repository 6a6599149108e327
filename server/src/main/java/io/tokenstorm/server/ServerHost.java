package io.tokenstorm.server;

import java.util.concurrent.CompletionStage;

/** Starts servers on one machine. May be used from any thread. */
public interface ServerHost {
  /**
   * Starts a server and waits until it is ready.
   *
   * @return the server when it is ready. Fails with {@link ServerFailure}, and only when nothing of
   *     the server is left: no process, and its port free; at once when the process exits. Where
   *     even that failed the failure says so
   */
  CompletionStage<RunningServer> start(ServerCommand command);
}
