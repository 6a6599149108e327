package io.tokenstorm.protocol.tls;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what listens at a port that does not answer a node. A port of the cluster waits for
 * more after the greeting of Akka's remoting, one that wants TLS ends a plain greeting at once, and
 * a web server answers the end of what must look like a request's line to it, which to remoting is
 * only the first three bytes of a length.
 */
public final class PortProbe {
  private static final int TIMEOUT_MILLIS = 1000;

  /** Twice: one connection may end because the process there does. */
  private static final int TRIES = 2;

  private static final int MOST_OF_AN_ANSWER = 8192;

  /** How Akka's remoting begins a connection, on its control stream. */
  private static final byte[] GREETING = "AKKA\u0001".getBytes(StandardCharsets.US_ASCII);

  /** Never a fourth byte: it would make a length of them, and remoting would wait for so much. */
  private static final byte[] LINE_END = " \r\n".getBytes(StandardCharsets.US_ASCII);

  private static final Pattern JOIN =
      Pattern.compile("\"workers_join\":\"([A-Za-z0-9._:\\[\\]-]{3,255})\"");

  private final String host;
  private final int port;
  private final @Nullable SSLContext tls;

  private PortProbe(String host, int port, @Nullable SSLContext tls) {
    this.host = host;
    this.port = port;
    this.tls = tls;
  }

  /** What listens there. */
  public sealed interface Found {
    /** Nobody, or one that waits for more, as a port of the cluster does. */
    record Silent() implements Found {}

    /** One that turns a plain greeting away. */
    record WantsTls() implements Found {}

    /**
     * A web server.
     *
     * @param join where workers join, as a coordinator's API says; empty if it is none
     */
    record Http(Optional<String> join) implements Found {}
  }

  /** A probe of a plain node. */
  public static PortProbe plain(String host, int port) {
    return new PortProbe(host, port, null);
  }

  /** A probe of a node that shows its certificate. */
  public static PortProbe tls(String host, int port, TlsIdentity identity) {
    return new PortProbe(host, port, identity.context());
  }

  /** Looks at the port; takes four seconds at most. */
  public Found look() {
    Found found = lookOnce();
    for (int i = 1; i < TRIES && found instanceof Found.WantsTls; i++) {
      found = lookOnce();
    }
    return found;
  }

  private Found lookOnce() {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(GREETING);
      Found early = answerOf(socket);
      if (!(early instanceof Found.Silent)) {
        return early;
      }
      socket.getOutputStream().write(LINE_END);
      return answerOf(socket) instanceof Found.Http http ? http : early;
    } catch (IOException e) {
      return new Found.Silent(); // nobody there, or it ended the connection in the middle
    }
  }

  private Socket connect() throws IOException {
    Socket plain = new Socket();
    try {
      plain.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
      plain.setSoTimeout(TIMEOUT_MILLIS);
      if (tls == null) {
        return plain;
      }
      SSLSocket secured = (SSLSocket) tls.getSocketFactory().createSocket(plain, host, port, true);
      SSLParameters parameters = secured.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      secured.setSSLParameters(parameters);
      secured.startHandshake();
      return secured;
    } catch (IOException e) {
      plain.close();
      throw e;
    }
  }

  private Found answerOf(Socket socket) throws IOException {
    try {
      byte[] head = socket.getInputStream().readNBytes(5);
      if (new String(head, StandardCharsets.US_ASCII).equals("HTTP/")) {
        return new Found.Http(join());
      }
      return head.length == 0 && tls == null ? new Found.WantsTls() : new Found.Silent();
    } catch (SocketTimeoutException e) {
      return new Found.Silent();
    }
  }

  /** What a coordinator's API says. */
  private Optional<String> join() {
    try (Socket socket = connect()) {
      String request = "GET /health HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\n\r\n";
      socket
          .getOutputStream()
          .write(request.formatted(host, port).getBytes(StandardCharsets.US_ASCII));
      Matcher join = JOIN.matcher(text(socket.getInputStream()));
      return join.find() ? Optional.of(join.group(1)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String text(InputStream in) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    byte[] some = new byte[1024];
    for (int n = in.read(some); n >= 0 && answer.size() < MOST_OF_AN_ANSWER; n = in.read(some)) {
      answer.write(some, 0, n);
    }
    return answer.toString(StandardCharsets.UTF_8);
  }
}
