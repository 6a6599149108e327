package io.tokenstorm.benchmarks.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers every request with the same stream of tokens, as fast as it can or at a pace, from one
 * thread. Each chunk carries the server's own stamp of its write, {@code System.nanoTime} in its
 * {@code created} field, so that a reader on the same machine can tell its lag.
 */
final class PacedServer implements AutoCloseable {
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
  private static final String LAST =
      "data: {\"id\":\"chatcmpl-1\",\"choices\":[{\"index\":0,\"delta\":{},"
          + "\"finish_reason\":\"length\"}]}\n\n"
          + "data: [DONE]\n\n";

  private final Selector selector;
  private final ServerSocketChannel server;
  private final int tokens;
  private final long gapNanos;
  private final int eventsAWrite;
  private final List<Stream> streams = new ArrayList<>();
  private final ByteBuffer block;
  private volatile boolean closed;

  /**
   * @param tokens a stream
   * @param gapNanos between two tokens of a stream, 0 for as fast as possible
   * @param eventsAWrite how many events one write carries
   */
  PacedServer(int tokens, long gapNanos, int eventsAWrite) throws IOException {
    this.tokens = tokens;
    this.gapNanos = gapNanos;
    this.eventsAWrite = eventsAWrite;
    String event = chunk(token(0));
    block = ByteBuffer.wrap(event.repeat(eventsAWrite).getBytes(StandardCharsets.US_ASCII));
    selector = Selector.open();
    server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4096);
    server.configureBlocking(false);
    server.register(selector, SelectionKey.OP_ACCEPT);
    Thread thread = new Thread(this::run, "paced-server");
    thread.setDaemon(true);
    thread.start();
  }

  private static String token(long stamp) {
    return "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":"
        + stamp
        + ",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" tok\"},"
        + "\"logprobs\":null,\"finish_reason\":null}]}\n\n";
  }

  private static String chunk(String data) {
    return Integer.toHexString(data.length()) + "\r\n" + data + "\r\n";
  }

  int port() {
    return server.socket().getLocalPort();
  }

  private void run() {
    try {
      while (!closed) {
        long wait = nextDue();
        if (wait == 0) {
          selector.selectNow(this::ready);
        } else {
          selector.select(this::ready, wait);
        }
        writeDue();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long nextDue() {
    long now = System.nanoTime();
    long next = Long.MAX_VALUE;
    for (Stream stream : streams) {
      if (stream.left > 0 && !stream.blocked) {
        next = Math.min(next, stream.dueNanos - now);
      }
    }
    return next == Long.MAX_VALUE ? 100 : Math.max(0, next / 1_000_000);
  }

  private void writeDue() throws IOException {
    long now = System.nanoTime();
    for (Stream stream : streams) {
      if (stream.left > 0 && !stream.blocked && stream.dueNanos - now <= 0) {
        stream.write();
      }
    }
  }

  private void ready(SelectionKey key) {
    try {
      if (key.isAcceptable()) {
        SocketChannel channel = server.accept();
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        Stream stream = new Stream(channel);
        stream.key = channel.register(selector, SelectionKey.OP_READ, stream);
        streams.add(stream);
      } else if (key.attachment() instanceof Stream stream) {
        stream.ready(key);
      }
    } catch (IOException e) {
      key.cancel();
      streams.remove(key.attachment());
    }
  }

  /** One connection and the answer it is being sent. */
  private final class Stream {
    private final SocketChannel channel;
    private final ByteBuffer request = ByteBuffer.allocate(64 * 1024);
    private final ArrayDeque<ByteBuffer> unsent = new ArrayDeque<>();
    private @Nullable SelectionKey key;
    private int left;
    private boolean blocked;
    private long dueNanos;

    Stream(SocketChannel channel) {
      this.channel = channel;
    }

    void ready(SelectionKey ready) throws IOException {
      if (ready.isWritable()) {
        flush();
      }
      if (ready.isReadable()) {
        int n = channel.read(request);
        if (n < 0) {
          channel.close();
          streams.remove(this);
        } else if (complete()) {
          request.clear();
          left = tokens + 1;
          dueNanos = System.nanoTime() + gapNanos;
          channel.write(ByteBuffer.wrap(HEAD.getBytes(StandardCharsets.US_ASCII)));
        }
      }
    }

    private boolean complete() {
      String text = new String(request.array(), 0, request.position(), StandardCharsets.ISO_8859_1);
      int end = text.indexOf("\r\n\r\n");
      int at = text.indexOf("content-length: ");
      if (end < 0 || at < 0) {
        return false;
      }
      int length = Integer.parseInt(text.substring(at + 16, text.indexOf('\r', at)));
      return text.length() >= end + 4 + length;
    }

    void write() throws IOException {
      if (gapNanos == 0 && left > eventsAWrite) {
        left -= eventsAWrite;
        unsent.add(block.duplicate());
        flush();
        return;
      }
      StringBuilder out = new StringBuilder(256 * eventsAWrite);
      for (int i = 0; i < eventsAWrite && left > 0; i++) {
        event(out);
      }
      dueNanos += gapNanos;
      unsent.add(ByteBuffer.wrap(out.toString().getBytes(StandardCharsets.US_ASCII)));
      flush();
    }

    private void event(StringBuilder out) {
      left--;
      out.append(chunk(left == 0 ? LAST : token(System.nanoTime())));
      if (left == 0) {
        out.append("0\r\n\r\n");
      }
    }

    private void flush() throws IOException {
      while (!unsent.isEmpty()) {
        channel.write(unsent.getFirst());
        if (unsent.getFirst().hasRemaining()) {
          break;
        }
        unsent.removeFirst();
      }
      blocked = !unsent.isEmpty();
      if (key != null) {
        key.interestOps(
            blocked ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
      }
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    selector.wakeup();
    server.close();
  }
}
