package io.tokenstorm.benchmarks.sidebyside;

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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * The least that can be done: one selector, one read, one stamp, a search for the blank line that
 * ends an event. No HTTP, no JSON, no limits, no records: the floor to compare with. It knows by
 * their number which events are tokens.
 */
final class BareLoad implements ClientLoad {
  /** Events of an answer that are no tokens: the finish reason, the usage, {@code [DONE]}. */
  private static final int CLOSING_EVENTS = 3;

  private static final String BODY =
      "{\"model\":\"m\",\"stream\":true,\"stream_options\":{\"include_usage\":true},\"messages\":"
          + "[{\"role\":\"user\",\"content\":\""
          + "word ".repeat(50)
          + "\"}]}";

  private final ClientOptions options;
  private final StampFile stamps;
  private final Selector selector;
  private final byte[] bytes = new byte[64 * 1024];
  private final ByteBuffer buffer = ByteBuffer.wrap(bytes);
  private final List<Stream> streams = new ArrayList<>();
  private final LongAdder tokens = new LongAdder();
  private final LongAdder reads = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final Thread thread = new Thread(this::run, "bare-loop");
  private volatile boolean stopped;

  BareLoad(ClientOptions options, StampFile stamps) throws IOException {
    this.options = options;
    this.stamps = stamps;
    this.selector = Selector.open();
  }

  @Override
  public void start() throws IOException {
    for (int i = 0; i < options.streams(); i++) {
      SocketChannel channel =
          SocketChannel.open(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), options.port()));
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      Stream stream = new Stream(i, channel);
      channel.register(selector, SelectionKey.OP_READ, stream);
      streams.add(stream);
      stream.send();
    }
    thread.start();
  }

  private void run() {
    try {
      while (!stopped) {
        selector.select(this::ready, 100);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void ready(SelectionKey key) {
    Stream stream = (Stream) key.attachment();
    try {
      buffer.clear();
      int n = stream.channel.read(buffer);
      long now = System.nanoTime();
      if (n < 0) {
        failures.increment();
        key.cancel();
        return;
      }
      reads.increment();
      stream.take(n, now);
    } catch (IOException e) {
      failures.increment();
      key.cancel();
    }
  }

  @Override
  public long tokens() {
    return tokens.sum();
  }

  @Override
  public long reads() {
    return reads.sum();
  }

  @Override
  public long failures() {
    return failures.sum();
  }

  @Override
  public void stop() throws IOException, InterruptedException {
    stopped = true;
    selector.wakeup();
    thread.join();
    for (Stream stream : streams) {
      stream.keepStamps();
      stream.channel.close();
    }
    selector.close();
  }

  /** One connection and the answer it reads. */
  private final class Stream {
    private final int slot;
    private final SocketChannel channel;
    private final long[] nanos = new long[options.tokens()];
    private String id = "";
    private int ordinal;
    private int events;
    private byte last;

    Stream(int slot, SocketChannel channel) {
      this.slot = slot;
      this.channel = channel;
    }

    void send() throws IOException {
      id = "b-" + slot + "-" + ordinal++;
      events = 0;
      String request =
          "POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nx-request-id: "
              + id
              + "\r\ncontent-length: "
              + BODY.length()
              + "\r\n\r\n"
              + BODY;
      channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
    }

    void take(int n, long now) throws IOException {
      int before = events;
      byte previous = last;
      for (int i = 0; i < n; i++) {
        byte b = bytes[i];
        if (b == '\n' && previous == '\n') {
          if (events < nanos.length) {
            nanos[events] = now;
          }
          events++;
        }
        previous = b;
      }
      last = previous;
      tokens.add(Math.min(events, nanos.length) - Math.min(before, nanos.length));
      if (events == nanos.length + CLOSING_EVENTS) {
        keepStamps();
        send();
      }
    }

    void keepStamps() {
      stamps.append(id, Math.min(events, nanos.length), i -> nanos[i]);
    }
  }
}
