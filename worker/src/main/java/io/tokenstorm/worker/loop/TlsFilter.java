package io.tokenstorm.worker.loop;

import io.tokenstorm.protocol.record.ErrorKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * TLS between a connection and its listener. The handshake's computations run in the background,
 * everything else on the loop's thread. Bytes decoded carry the stamp of the read that completed
 * their record.
 */
final class TlsFilter {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final TcpConnection connection;
  private final TlsClient client;
  private final SSLEngine engine;
  private final ByteBuffer received;
  private final ByteBuffer plain;
  private boolean handshaken;
  private boolean computing;
  private boolean checking;
  private boolean spoilt;
  private int wireBytes;

  TlsFilter(TcpConnection connection, TlsClient client) {
    this.connection = connection;
    this.client = client;
    this.engine = client.engine();
    this.received = ByteBuffer.allocate(engine.getSession().getPacketBufferSize() * 2);
    this.plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
  }

  void begin() {
    guarded(
        () -> {
          engine.beginHandshake();
          advance(connection.loop().ticker().nanos());
        });
  }

  void received(byte[] bytes, int offset, int length, long nanos) {
    wireBytes += length;
    guarded(
        () -> {
          int at = offset;
          int end = offset + length;
          while (at < end && !connection.isClosed()) {
            int take = Math.min(received.remaining(), end - at);
            received.put(bytes, at, take);
            at += take;
            advance(nanos);
            if (take == 0 && received.remaining() == 0) {
              throw new SSLException("more data than the handshake can take");
            }
          }
        });
  }

  /**
   * Reads what waits on an idle connection, without telling anybody: records of the TLS layer
   * itself (tickets) leave it fit for a request; its end, or data that nobody asked for, do not.
   *
   * @throws IOException if it is broken
   */
  boolean isIdle(SocketChannel channel, long nanos) throws IOException {
    int n = channel.read(received);
    if (n <= 0) {
      return n == 0;
    }
    wireBytes += n;
    checking = true;
    try {
      advance(nanos);
    } finally {
      checking = false;
    }
    return !spoilt && !computing && !connection.isClosed();
  }

  private interface Step {
    void run() throws SSLException;
  }

  private void guarded(Step step) {
    try {
      step.run();
    } catch (SSLException e) {
      String detail = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
      if (handshaken) {
        connection.broken("TLS: " + detail);
      } else {
        connection.openFailed(ErrorKind.TLS, String.valueOf(detail));
      }
    }
  }

  /** Goes on until more bytes, or a computation, are needed. */
  private void advance(long nanos) throws SSLException {
    while (!connection.isClosed() && !computing) {
      HandshakeStatus status = engine.getHandshakeStatus();
      if (status == HandshakeStatus.NEED_TASK) {
        compute();
      } else if (status == HandshakeStatus.NEED_WRAP) {
        wrapHandshake();
      } else {
        if (status == HandshakeStatus.NOT_HANDSHAKING && !handshaken) {
          handshaken = true;
          connection.opened(connection.loop().ticker().nanos());
        }
        if (!unwrap(nanos)) {
          return;
        }
      }
    }
  }

  private void compute() {
    computing = true;
    client
        .background()
        .execute(
            () -> {
              for (Runnable task = engine.getDelegatedTask();
                  task != null;
                  task = engine.getDelegatedTask()) {
                task.run();
              }
              connection.loop().execute(this::computed);
            });
  }

  private void computed() {
    computing = false;
    guarded(() -> advance(connection.loop().ticker().nanos()));
  }

  private void wrapHandshake() throws SSLException {
    ByteBuffer out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(NOTHING, out);
    connection.writeRaw(out.flip());
  }

  /** Decodes one record; false if there is none yet. */
  private boolean unwrap(long nanos) throws SSLException {
    received.flip();
    plain.clear();
    SSLEngineResult result;
    try {
      result = engine.unwrap(received, plain);
    } finally {
      received.compact();
    }
    if (checking && (result.bytesProduced() > 0 || engine.isInboundDone())) {
      spoilt = true;
      return false;
    }
    if (result.bytesProduced() > 0) {
      int wire = wireBytes;
      wireBytes = 0;
      connection.decoded(plain.array(), 0, plain.position(), wire, nanos);
    }
    switch (result.getStatus()) {
      case BUFFER_UNDERFLOW -> {
        return false;
      }
      case CLOSED -> {
        connection.ended();
        return false;
      }
      case BUFFER_OVERFLOW -> throw new SSLException("a record is larger than TLS allows");
      case OK -> {
        return result.bytesConsumed() > 0
            || engine.getHandshakeStatus() != HandshakeStatus.NEED_UNWRAP;
      }
    }
    return false;
  }

  /** The data as TLS records. */
  ByteBuffer[] wrap(ByteBuffer[] data) throws IOException {
    List<ByteBuffer> records = new ArrayList<>();
    while (hasRemaining(data)) {
      ByteBuffer out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
      SSLEngineResult result = engine.wrap(data, out);
      if (result.getStatus() != SSLEngineResult.Status.OK) {
        throw new IOException("TLS cannot send: " + result.getStatus());
      }
      records.add(out.flip());
    }
    return records.toArray(ByteBuffer[]::new);
  }

  private static boolean hasRemaining(ByteBuffer[] data) {
    for (ByteBuffer buffer : data) {
      if (buffer.hasRemaining()) {
        return true;
      }
    }
    return false;
  }
}
