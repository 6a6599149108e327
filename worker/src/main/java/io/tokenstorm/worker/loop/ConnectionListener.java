package io.tokenstorm.worker.loop;

import io.tokenstorm.protocol.record.ErrorKind;

/**
 * Told what happens to a {@link TcpConnection}, on its loop's thread; never within a call that the
 * listener itself makes.
 */
public interface ConnectionListener {
  /** Connected, and the TLS handshake done if there is one. */
  void onOpen(long nanos);

  /** The connect or the handshake failed; the connection is closed. */
  void onOpenFailed(ErrorKind kind, String detail, long nanos);

  /**
   * Bytes have come.
   *
   * @param wireBytes how many bytes were read from the socket for them
   * @param nanos stamp of the read that completed them
   */
  void onRead(byte[] bytes, int offset, int length, int wireBytes, long nanos);

  /** The peer sent its end in order; the connection is closed. */
  void onEnd(long nanos);

  /** The connection broke (reset); it is closed. */
  void onBroken(String detail, long nanos);
}
