package io.tokenstorm.replica.probe;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** A bare reader: so many connections, one request on each, bytes thrown away. */
final class ManyStreams implements AutoCloseable {
  private final Selector selector = Selector.open();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(65_536);
  private long bytes;

  ManyStreams(int port, int count, int tokens) throws IOException {
    String body =
        "{\"prompt\":\"one two three\",\"stream\":true,\"ignore_eos\":true,\"max_tokens\":"
            + tokens
            + "}";
    String request =
        "POST /v1/completions HTTP/1.1~host: x~content-length: " + body.length() + "~~" + body;
    byte[] sent = request.replace("~", "\r\n").getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < count; i++) {
      SocketChannel channel =
          SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      channel.write(ByteBuffer.wrap(sent));
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ);
    }
  }

  /** Reads until an instant. */
  void readUntil(long nanos) throws IOException {
    while (System.nanoTime() < nanos) {
      selector.select(10);
      for (SelectionKey key : selector.selectedKeys()) {
        buffer.clear();
        int read = ((SocketChannel) key.channel()).read(buffer);
        if (read < 0) {
          key.channel().close();
        } else {
          bytes += read;
        }
      }
      selector.selectedKeys().clear();
    }
  }

  long bytes() {
    return bytes;
  }

  @Override
  public void close() throws IOException {
    for (SelectionKey key : selector.keys()) {
      key.channel().close();
    }
    selector.close();
  }
}
