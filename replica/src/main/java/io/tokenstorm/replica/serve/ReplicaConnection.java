package io.tokenstorm.replica.serve;

import io.tokenstorm.replica.http.HttpProblem;
import io.tokenstorm.replica.http.HttpRequest;
import io.tokenstorm.replica.http.RequestReader;
import io.tokenstorm.replica.http.ResponseBytes;
import io.tokenstorm.replica.net.Connection;
import io.tokenstorm.replica.net.ConnectionHandler;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection: reads requests one after the other. While an answer is on its way, bytes
 * of a next request are kept (up to a bound), and the end of the connection ends the answer. A
 * client that closes only its sending side is taken as gone, as most servers do.
 */
final class ReplicaConnection implements ConnectionHandler {
  private static final int MOST_AHEAD_BYTES = 1 << 20;

  private final ReplicaServer server;
  private final RequestReader reader = new RequestReader();
  private @Nullable Connection connection;
  private @Nullable Answer answer;
  private ByteBuffer ahead = ByteBuffer.allocate(0);
  private boolean keepAlive = true;
  private long arrivalNanos;

  ReplicaConnection(ReplicaServer server) {
    this.server = server;
  }

  ReplicaServer server() {
    return server;
  }

  Connection connection() {
    Connection known = connection;
    if (known == null) {
      throw new IllegalStateException("no byte has come on this connection yet");
    }
    return known;
  }

  /** When the last byte of the request being handled had been read. */
  long arrivalNanos() {
    return arrivalNanos;
  }

  @Override
  public void onBytes(Connection from, ByteBuffer bytes) {
    connection = from;
    arrivalNanos = System.nanoTime();
    if (answer != null) {
      keepAhead(bytes);
    } else {
      readOn(bytes);
    }
  }

  private void readOn(ByteBuffer bytes) {
    try {
      while (bytes.hasRemaining() && answer == null && !connection().closed()) {
        Optional<HttpRequest> request = reader.read(bytes);
        if (reader.takeWantsContinue() && request.isEmpty()) {
          reply(ResponseBytes.goOn());
        }
        request.ifPresent(this::handle);
      }
      keepAhead(bytes);
    } catch (HttpProblem problem) {
      reply(PlainAnswers.error(problem.status(), String.valueOf(problem.getMessage())));
      connection().closeWhenDrained();
    }
  }

  private void handle(HttpRequest request) {
    keepAlive = request.keepAlive();
    server.endpoints().handle(request, this);
    if (answer == null && !keepAlive) {
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

  /** Sends a whole answer. */
  void reply(byte[] response) {
    connection().append(response);
    connection().flush();
  }

  /** An answer begins; nothing more is read until it has ended. */
  void answering(Answer newAnswer) {
    answer = newAnswer;
  }

  /** The answer has been given to the socket. */
  void answered() {
    answer = null;
    if (!keepAlive) {
      connection().closeWhenDrained();
    } else if (ahead.hasRemaining()) {
      server.soon(this::readAhead);
    }
  }

  private void readAhead() {
    if (answer == null && !connection().closed()) {
      arrivalNanos = System.nanoTime();
      ByteBuffer kept = ahead;
      ahead = ByteBuffer.allocate(0);
      readOn(kept);
    }
  }

  @Override
  public void onWritten(Connection on, long stampNanos) {
    if (answer != null) {
      answer.written(stampNanos);
    }
  }

  @Override
  public void onClosed(Connection closed) {
    server.gone(this);
    Answer left = answer;
    answer = null;
    if (left != null) {
      left.abandoned(server.closeReason());
    }
  }

  void cut() {
    if (connection != null) {
      connection.reset();
    }
  }
}
