package io.tokenstorm.worker.link;

import io.tokenstorm.protocol.prompt.Prompt;
import io.tokenstorm.worker.http.ResponseHandler;

/**
 * One slot's own way to its replica: one connection, one request at a time. The seam between the
 * slot's loop and an HTTP engine. All calls on the slot's thread; what happens is told to the
 * slot's {@link ClientListener}, never within a call.
 */
public interface ReplicaClient {
  /** Makes the client of one slot. */
  @FunctionalInterface
  interface Factory {
    /**
     * @param listener told what becomes of the connection
     * @param answer told what the answers are
     */
    ReplicaClient create(ClientListener listener, ResponseHandler answer);
  }

  /** Connects anew. */
  void open();

  /** Whether the connection can carry a request: open, and not found closed by the peer. */
  boolean fresh();

  /**
   * Sends one request over the open connection.
   *
   * @return false if the connection was found broken before anything was written
   */
  boolean send(Prompt prompt, String requestId);

  /** The target refuses to be asked for usage: from now on it is not asked. */
  void withoutUsage();

  /** Closes the connection; nothing more is told about it. Idempotent. */
  void close();
}
