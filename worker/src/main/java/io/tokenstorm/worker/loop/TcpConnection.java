package io.tokenstorm.worker.loop;

import io.tokenstorm.protocol.record.ErrorKind;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of an event loop, plain or TLS; for one connect only. Nagle's algorithm is off.
 * All calls on the loop's thread. After {@link #close} the listener hears nothing more.
 */
public final class TcpConnection implements ReadyHandler {
  private static final Logger LOG = LoggerFactory.getLogger(TcpConnection.class);

  private final EventLoop loop;
  private final ConnectionListener listener;
  private final ArrayDeque<ByteBuffer> unsent = new ArrayDeque<>();
  private @Nullable SocketChannel channel;
  private @Nullable SelectionKey key;
  private @Nullable TlsFilter tls;
  private boolean open;
  private boolean closed;

  public TcpConnection(EventLoop loop, ConnectionListener listener) {
    this.loop = loop;
    this.listener = listener;
  }

  /**
   * Begins to connect; the listener hears how it ended.
   *
   * @param secure makes the TLS side of it; null for a plain connection
   */
  public void connect(InetSocketAddress address, @Nullable TlsClient secure) {
    if (secure != null) {
      tls = new TlsFilter(this, secure);
    }
    try {
      SocketChannel socket = SocketChannel.open();
      channel = socket;
      socket.configureBlocking(false);
      socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
      // on loopback a connect can be done at once, and then OP_CONNECT never fires
      boolean done = socket.connect(address);
      key = loop.register(socket, done ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
      if (done) {
        loop.execute(this::connected);
      }
    } catch (IOException | RuntimeException e) {
      loop.execute(() -> openFailed(ConnectFailure.kindOf(e), ConnectFailure.detailOf(e)));
    }
  }

  @Override
  public void ready(int ops) {
    if ((ops & SelectionKey.OP_CONNECT) != 0) {
      finishConnect();
      return;
    }
    if ((ops & SelectionKey.OP_WRITE) != 0) {
      flush();
    }
    if ((ops & SelectionKey.OP_READ) != 0) {
      read();
    }
  }

  private void finishConnect() {
    try {
      if (socket().finishConnect()) {
        key().interestOps(SelectionKey.OP_READ);
        connected();
      }
    } catch (IOException e) {
      openFailed(ConnectFailure.kindOf(e), ConnectFailure.detailOf(e));
    }
  }

  private void connected() {
    if (closed) {
      return;
    }
    if (tls == null) {
      opened(loop.ticker().nanos());
    } else {
      tls.begin();
    }
  }

  void opened(long nanos) {
    open = true;
    listener.onOpen(nanos);
  }

  void openFailed(ErrorKind kind, String detail) {
    if (!closed) {
      close();
      listener.onOpenFailed(kind, detail, loop.ticker().nanos());
    }
  }

  private void read() {
    if (closed) {
      return;
    }
    try {
      if (loop.reads().read(this, socket()) < 0) {
        ended();
      }
    } catch (IOException e) {
      broken(String.valueOf(e.getMessage()));
    }
  }

  /** The bytes of one read, stamped. */
  void deliver(byte[] bytes, int offset, int length, long nanos) {
    if (closed) {
      return;
    }
    if (tls == null) {
      listener.onRead(bytes, offset, length, length, nanos);
    } else {
      tls.received(bytes, offset, length, nanos);
    }
  }

  void decoded(byte[] bytes, int offset, int length, int wireBytes, long nanos) {
    listener.onRead(bytes, offset, length, wireBytes, nanos);
  }

  void ended() {
    if (closed) {
      return;
    }
    if (!open) {
      openFailed(ErrorKind.TLS, "the peer closed the connection during the TLS handshake");
      return;
    }
    close();
    listener.onEnd(loop.ticker().nanos());
  }

  void broken(String detail) {
    if (closed) {
      return;
    }
    if (!open) {
      openFailed(ErrorKind.TLS, "the connection broke during the TLS handshake: " + detail);
      return;
    }
    close();
    listener.onBroken(detail, loop.ticker().nanos());
  }

  /**
   * Whether an idle connection can still be written to: open, and the peer has neither closed it
   * nor sent anything unasked. One system call.
   */
  public boolean fresh() {
    if (!open || closed) {
      return false;
    }
    try {
      return tls == null
          ? socket().read(ByteBuffer.allocate(1)) == 0
          : tls.isIdle(socket(), loop.ticker().nanos());
    } catch (IOException e) {
      LOG.debug("An idle connection was found broken: {}", e.toString());
      return false;
    }
  }

  /**
   * Gives bytes to the socket, in one system call if they fit; the rest follows as there is room.
   *
   * @return false if the connection was found broken before any byte was given; it is then closed
   *     and the listener hears nothing
   */
  public boolean write(ByteBuffer... data) {
    try {
      ByteBuffer[] wire = tls == null ? data : tls.wrap(data);
      socket().write(wire);
      keepUnsent(wire);
      return true;
    } catch (IOException e) {
      LOG.debug("A connection was found broken at the first write: {}", e.toString());
      close();
      return false;
    }
  }

  /** Writes bytes of the TLS layer's own; a break shows at the next read. */
  void writeRaw(ByteBuffer data) {
    try {
      if (unsent.isEmpty()) {
        socket().write(data);
      }
      keepUnsent(data);
    } catch (IOException e) {
      broken(String.valueOf(e.getMessage()));
    }
  }

  private void keepUnsent(ByteBuffer... wire) {
    for (ByteBuffer buffer : wire) {
      if (buffer.hasRemaining()) {
        unsent.add(buffer);
      }
    }
    if (!unsent.isEmpty()) {
      key().interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    }
  }

  private void flush() {
    try {
      while (!unsent.isEmpty()) {
        ByteBuffer first = unsent.getFirst();
        socket().write(first);
        if (first.hasRemaining()) {
          return;
        }
        unsent.removeFirst();
      }
      key().interestOps(SelectionKey.OP_READ);
    } catch (IOException e) {
      broken(String.valueOf(e.getMessage()));
    }
  }

  /** Whether bytes given to {@link #write} still wait for room in the socket. */
  public boolean writing() {
    return !unsent.isEmpty();
  }

  EventLoop loop() {
    return loop;
  }

  boolean isClosed() {
    return closed;
  }

  private SocketChannel socket() {
    if (channel == null) {
      throw new IllegalStateException("not connecting");
    }
    return channel;
  }

  private SelectionKey key() {
    if (key == null) {
      throw new IllegalStateException("not registered");
    }
    return key;
  }

  /** Closes the socket. Idempotent. */
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    unsent.clear();
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      LOG.debug("Closing a connection: {}", e.toString());
    }
  }
}
