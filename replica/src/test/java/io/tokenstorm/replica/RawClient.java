package io.tokenstorm.replica;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A socket and nothing between: what is written is what is sent. */
final class RawClient implements AutoCloseable {
  private final Socket socket;
  private final StringBuilder seen = new StringBuilder();

  RawClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(10_000);
  }

  void post(String path, String body) throws IOException {
    String head = "POST " + path + " HTTP/1.1~host: x~content-length: " + body.length() + "~~";
    String text = head.replace("~", "\r\n") + body;
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Reads until a text has come so many times; false if the server ends before. */
  boolean readUntil(String text, int times) throws IOException {
    InputStream in = socket.getInputStream();
    byte[] buffer = new byte[8192];
    while (seen.toString().split(java.util.regex.Pattern.quote(text), -1).length <= times) {
      int count = in.read(buffer);
      if (count < 0) {
        return false;
      }
      seen.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
