package io.tokenstorm.replica.net;

import java.nio.ByteBuffer;

/** The owner of a connection. All calls come on the event loop's thread. */
public interface ConnectionHandler {
  /** A client has connected. */
  default void onAccepted(Connection connection) {}

  /** Bytes have come. The buffer is the loop's own: what is not consumed is lost. */
  void onBytes(Connection connection, ByteBuffer bytes);

  /** A write was made; the stamp was taken right before it. */
  default void onWritten(Connection connection, long stampNanos) {}

  /** Everything pending has been given to the socket, after some of it had to wait. */
  default void onDrained(Connection connection) {}

  /** A connect has succeeded. */
  default void onConnected(Connection connection) {}

  /** The connection has ended, by whichever side; called once. */
  void onClosed(Connection connection);
}
