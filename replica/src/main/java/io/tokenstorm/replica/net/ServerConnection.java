package io.tokenstorm.replica.net;

import io.tokenstorm.replica.http.HttpProblem;
import io.tokenstorm.replica.http.HttpRequest;
import io.tokenstorm.replica.http.RequestReader;
import io.tokenstorm.replica.http.ResponseBytes;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The server's side of one client's connection: reads requests one after the other. While an answer
 * is on its way, bytes of a next request are kept (up to a bound), and the end of the connection
 * ends the answer. A client that closes only its sending side is taken as gone, as most servers do.
 */
public final class ServerConnection implements ConnectionHandler {
  private static final int MOST_AHEAD_BYTES = 1 << 20;

  /** What becomes of requests. */
  public interface Requests {
    /** A request is complete: answer with {@link #reply} or begin an {@link Exchange}. */
    void handle(HttpRequest request, ServerConnection connection);

    /** The whole response to something that is not HTTP. */
    byte[] refusal(HttpProblem problem);

    /** The connection has ended. */
    void closed(ServerConnection connection);
  }

  /** An answer that takes its time. */
  public interface Exchange {
    /** A write was made; the stamp was taken right before it. */
    void written(long stampNanos);

    /** The client has gone. */
    void abandoned();

    /** What had to wait for the socket is written. */
    default void drained() {}
  }

  private final Requests requests;
  private final RequestReader reader = new RequestReader();
  private @Nullable Connection connection;
  private @Nullable Exchange exchange;
  private ByteBuffer ahead = ByteBuffer.allocate(0);
  private boolean keepAlive = true;
  private long arrivalNanos;

  /** A connection on which nothing has come yet. */
  public ServerConnection(Requests requests) {
    this.requests = requests;
  }

  /** The socket; there from the first byte on. */
  public Connection connection() {
    Connection known = connection;
    if (known == null) {
      throw new IllegalStateException("no byte has come on this connection yet");
    }
    return known;
  }

  /** When the last byte of the request being handled had been read. */
  public long arrivalNanos() {
    return arrivalNanos;
  }

  /** Sends a whole answer. */
  public void reply(byte[] response) {
    connection().append(response);
    connection().flush();
  }

  /** An answer begins; nothing more is read until {@link #answered}. */
  public void answering(Exchange newExchange) {
    exchange = newExchange;
  }

  /** The answer has been given to the socket. */
  public void answered() {
    exchange = null;
    if (!keepAlive) {
      connection().closeWhenDrained();
    } else if (ahead.hasRemaining()) {
      connection().later(this::readAhead);
    }
  }

  /** Ends the connection so that the client sees a reset. */
  public void cut() {
    if (connection != null) {
      connection.reset();
    }
  }

  @Override
  public void onAccepted(Connection accepted) {
    connection = accepted;
  }

  @Override
  public void onBytes(Connection from, ByteBuffer bytes) {
    arrivalNanos = System.nanoTime();
    if (exchange != null) {
      keepAhead(bytes);
    } else {
      readOn(bytes);
    }
  }

  private void readOn(ByteBuffer bytes) {
    try {
      while (bytes.hasRemaining() && exchange == null && !connection().closed()) {
        Optional<HttpRequest> request = reader.read(bytes);
        if (reader.takeWantsContinue() && request.isEmpty()) {
          reply(ResponseBytes.goOn());
        }
        request.ifPresent(this::handle);
      }
      keepAhead(bytes);
    } catch (HttpProblem problem) {
      reply(requests.refusal(problem));
      connection().closeWhenDrained();
    }
  }

  private void handle(HttpRequest request) {
    keepAlive = request.keepAlive();
    requests.handle(request, this);
    if (exchange == null && !keepAlive) {
      connection().closeWhenDrained();
    }
  }

  private void keepAhead(ByteBuffer bytes) {
    if (!bytes.hasRemaining()) {
      return;
    }
    if (ahead.remaining() + bytes.remaining() > MOST_AHEAD_BYTES) {
      connection().close();
      return;
    }
    ByteBuffer joined = ByteBuffer.allocate(ahead.remaining() + bytes.remaining());
    ahead = joined.put(ahead).put(bytes).flip();
  }

  private void readAhead() {
    if (exchange == null && !connection().closed()) {
      arrivalNanos = System.nanoTime();
      ByteBuffer kept = ahead;
      ahead = ByteBuffer.allocate(0);
      readOn(kept);
    }
  }

  @Override
  public void onWritten(Connection on, long stampNanos) {
    if (exchange != null) {
      exchange.written(stampNanos);
    }
  }

  @Override
  public void onDrained(Connection on) {
    if (exchange != null) {
      exchange.drained();
    }
  }

  @Override
  public void onClosed(Connection closed) {
    requests.closed(this);
    Exchange left = exchange;
    exchange = null;
    if (left != null) {
      left.abandoned();
    }
  }
}
