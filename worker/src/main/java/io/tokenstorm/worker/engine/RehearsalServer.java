package io.tokenstorm.worker.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a rehearsal speaks to: answers each request on the loopback interface, from memory, with one
 * of {@link RehearsalAnswers} in turn. One thread.
 */
final class RehearsalServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RehearsalServer.class);

  private static final int MAX_REQUEST = 64 * 1024;
  private static final String LENGTH = "content-length: ";

  private final ServerSocketChannel listener;
  private final Selector selector;
  private final byte[][][] answers = RehearsalAnswers.all();
  private int requests;
  private volatile boolean closed;

  private RehearsalServer(ServerSocketChannel listener, Selector selector) {
    this.listener = listener;
    this.selector = selector;
  }

  /**
   * Listens at a free port.
   *
   * @throws IOException if there is none
   */
  static RehearsalServer open() throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open();
    try {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      listener.configureBlocking(false);
      Selector selector = Selector.open();
      listener.register(selector, SelectionKey.OP_ACCEPT);
      return new RehearsalServer(listener, selector);
    } catch (IOException e) {
      listener.close();
      throw e;
    }
  }

  int port() {
    return listener.socket().getLocalPort();
  }

  /** Serves until closed. */
  void run() {
    try {
      while (!closed) {
        selector.select(this::ready, 100);
      }
    } catch (IOException e) {
      LOG.warn(
          "the rehearsal's server failed, so the first requests may be slower than later ones", e);
    } finally {
      closeAll();
    }
  }

  private void closeAll() {
    try {
      for (SelectionKey key : selector.keys()) {
        key.channel().close();
      }
      selector.close();
    } catch (IOException e) {
      LOG.debug("Closing the rehearsal's server: {}", e.toString());
    }
  }

  private void ready(SelectionKey key) {
    try {
      if (key.isAcceptable()) {
        accept();
      } else {
        serve((SocketChannel) key.channel(), (Request) key.attachment());
      }
    } catch (IOException e) {
      LOG.debug("A connection of the rehearsal: {}", e.toString());
      key.cancel();
    }
  }

  private void accept() throws IOException {
    SocketChannel channel = listener.accept();
    if (channel != null) {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.register(selector, SelectionKey.OP_READ, new Request());
    }
  }

  private void serve(SocketChannel channel, Request request) throws IOException {
    if (channel.read(request.room) < 0 || !request.room.hasRemaining()) {
      channel.close();
    } else if (request.isWhole()) {
      request.room.clear();
      for (byte[] part : answers[requests++ % answers.length]) {
        ByteBuffer out = ByteBuffer.wrap(part);
        channel.write(out);
        if (out.hasRemaining()) {
          channel.close(); // a peer that does not read
          return;
        }
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    selector.wakeup();
  }

  /** What has come of one request. */
  private static final class Request {
    private final byte[] bytes = new byte[MAX_REQUEST];
    private final ByteBuffer room = ByteBuffer.wrap(bytes);

    boolean isWhole() {
      String text =
          new String(bytes, 0, room.position(), StandardCharsets.ISO_8859_1)
              .toLowerCase(Locale.ROOT);
      int body = text.indexOf("\r\n\r\n") + 4;
      int length = text.indexOf(LENGTH) + LENGTH.length();
      if (body < 4 || length < LENGTH.length()) {
        return false;
      }
      int end = text.indexOf('\r', length);
      return text.length() - body >= Integer.parseInt(text.substring(length, end));
    }
  }
}
