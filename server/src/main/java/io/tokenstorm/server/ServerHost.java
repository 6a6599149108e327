package io.tokenstorm.server;

/** Starts servers on one machine. May be used from any thread. */
public interface ServerHost {
  /** Starts a server; returns at once. */
  StartedServer start(ServerCommand command);
}
