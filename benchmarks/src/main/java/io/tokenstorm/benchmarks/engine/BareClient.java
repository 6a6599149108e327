package io.tokenstorm.benchmarks.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.LongAdder;

/**
 * The least a streaming client can do: one selector, one read, one stamp, and a search for the
 * blank line that ends an event. No HTTP, no JSON, no limits, no records: the floor to compare
 * with.
 */
final class BareClient implements AutoCloseable {
  private static final byte[] REQUEST =
      "POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}"
          .getBytes(StandardCharsets.US_ASCII);

  private final Selector selector;
  private final Thread thread;
  private final byte[] bytes = new byte[64 * 1024];
  private final ByteBuffer buffer = ByteBuffer.wrap(bytes);
  private volatile boolean closed;
  private final LongAdder events = new LongAdder();
  private long stampSum;

  BareClient(int port, int streams) throws IOException {
    selector = Selector.open();
    for (int i = 0; i < streams; i++) {
      SocketChannel channel =
          SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.register(selector, SelectionKey.OP_READ);
      channel.write(ByteBuffer.wrap(REQUEST));
    }
    thread = new Thread(this::run, "bare-client");
    thread.setDaemon(true);
    thread.start();
  }

  Thread thread() {
    return thread;
  }

  /** Events seen so far. */
  long events() {
    return events.sum();
  }

  private void run() {
    try {
      while (!closed) {
        selector.select(this::ready, 100);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void ready(SelectionKey key) {
    try {
      SocketChannel channel = (SocketChannel) key.channel();
      buffer.clear();
      int n = channel.read(buffer);
      stampSum += System.nanoTime();
      boolean over = false;
      int found = 0;
      for (int i = 1; i < n; i++) {
        if (bytes[i] == '\n' && bytes[i - 1] == '\n') {
          found++;
          over = i > 6 && bytes[i - 2] == ']' && bytes[i - 3] == 'E';
        }
      }
      events.add(found);
      if (over) {
        channel.write(ByteBuffer.wrap(REQUEST));
      }
    } catch (IOException e) {
      key.cancel();
    }
  }

  /** So that the stamps are not optimized away. */
  long stampSum() {
    return stampSum;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    selector.wakeup();
  }
}
