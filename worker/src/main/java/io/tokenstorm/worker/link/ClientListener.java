package io.tokenstorm.worker.link;

import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.worker.http.ResponseReader;

/**
 * Told by a {@link ReplicaClient} what comes back. For each read: {@link #arrived}, then the pieces
 * of the answer to the client's response handler, then {@link #settle}.
 */
public interface ClientListener {
  /** The connection is open. */
  void onOpen(long nanos);

  /** The connection could not be opened. */
  void onOpenFailed(ErrorKind kind, String detail, long nanos);

  /**
   * A read has brought bytes of the answer, or bytes that nobody asked for.
   *
   * @param wireBytes how many
   * @param nanos stamp of the read
   */
  void arrived(int wireBytes, long nanos);

  /**
   * All of the last read has been handed over.
   *
   * @param reusable whether the connection may serve another request once the answer has ended
   */
  void settle(boolean reusable);

  /** The bytes are no HTTP/1.1 answer. */
  void onViolation(String detail);

  /** The peer closed the connection in order, which is closed now. */
  void onConnectionEnd(ResponseReader.Ending ending, long nanos);

  /**
   * The connection was reset and is closed now.
   *
   * @param begun whether a byte of the answer had come
   */
  void onConnectionBroken(boolean begun, String detail, long nanos);
}
