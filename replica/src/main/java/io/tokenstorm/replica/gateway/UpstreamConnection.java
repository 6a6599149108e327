package io.tokenstorm.replica.gateway;

import io.tokenstorm.replica.net.Connection;
import io.tokenstorm.replica.net.ConnectionHandler;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One connection to a replica; carries one exchange at a time. */
final class UpstreamConnection implements ConnectionHandler {
  private final Upstream upstream;
  private @Nullable Connection connection;
  private @Nullable Exchange exchange;
  private boolean connected;
  private boolean cutByUs;

  UpstreamConnection(Upstream upstream) {
    this.upstream = upstream;
  }

  void carry(Exchange next) {
    exchange = next;
    next.carriedBy(this);
    Connection open = connection;
    if (open != null) {
      open.append(next.requestBytes());
      open.flush();
    }
  }

  void carryOnceConnected(Connection opening, Exchange next) {
    connection = opening;
    exchange = next;
    next.carriedBy(this);
  }

  @Override
  public void onConnected(Connection open) {
    connected = true;
    if (exchange != null) {
      carry(exchange);
    }
  }

  @Override
  public void onBytes(Connection from, ByteBuffer bytes) {
    Exchange current = exchange;
    if (current == null) {
      from.close(); // a replica that speaks unasked is not understood
      return;
    }
    current.received(bytes);
  }

  /** The exchange has had its whole answer. */
  void finished(boolean reusable) {
    exchange = null;
    Connection open = connection;
    if (reusable && open != null && !open.closed()) {
      open.readable(true);
      upstream.free(this);
    } else {
      cut();
    }
  }

  void readable(boolean wanted) {
    if (connection != null) {
      connection.readable(wanted);
    }
  }

  void cut() {
    cutByUs = true;
    if (connection != null) {
      connection.close();
    }
  }

  @Override
  public void onClosed(Connection closed) {
    upstream.gone(this);
    if (!connected && !cutByUs) {
      upstream.refused(System.nanoTime());
    }
    Exchange left = exchange;
    exchange = null;
    if (left != null) {
      left.upstreamGone();
    }
  }
}
