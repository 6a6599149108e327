package io.tokenstorm.replica.gateway;

import io.tokenstorm.replica.http.Headers;
import io.tokenstorm.replica.http.HttpProblem;
import io.tokenstorm.replica.http.ResponseReader;
import io.tokenstorm.replica.net.ServerConnection;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way through the gateway. Bytes of the answer go on as they come; when the
 * client reads too slowly, the replica is not read from. Whichever side ends early, the other is
 * cut.
 */
final class Exchange implements ServerConnection.Exchange, ResponseReader.Output {
  private static final int MOST_PENDING_BYTES = 1 << 20;
  private static final String BROKEN =
      "upstream connect error or disconnect/reset before headers; the replica is not reachable";

  private final ServerConnection client;
  private final String replica;
  private final byte[] requestBytes;
  private final ResponseReader response;
  private @Nullable UpstreamConnection upstream;
  private boolean over;

  Exchange(ServerConnection client, String replica, byte[] requestBytes) {
    this.client = client;
    this.replica = replica;
    this.requestBytes = requestBytes;
    this.response = new ResponseReader(new Headers.Field("target-pod", replica), this);
  }

  byte[] requestBytes() {
    return requestBytes;
  }

  void carriedBy(UpstreamConnection connection) {
    upstream = connection;
  }

  void received(ByteBuffer bytes) {
    try {
      response.read(bytes);
    } catch (HttpProblem problem) {
      over = true;
      fail(502, "the replica's answer cannot be read: " + problem.getMessage());
      release(false);
      return;
    }
    client.connection().flush();
    if (over) {
      return;
    }
    if (response.done()) {
      over = true;
      release(response.keepAlive() && !bytes.hasRemaining());
      client.answered();
    } else if (client.connection().pendingBytes() > MOST_PENDING_BYTES && upstream != null) {
      upstream.readable(false);
    }
  }

  @Override
  public void head(byte[] bytes) {
    client.connection().append(bytes);
  }

  @Override
  public void body(ByteBuffer bytes) {
    client.connection().write(bytes);
  }

  private void release(boolean reusable) {
    if (upstream != null) {
      upstream.finished(reusable);
    }
  }

  /** The replica's connection has ended before the answer had. */
  void upstreamGone() {
    if (over) {
      return;
    }
    over = true;
    if (!response.begun()) {
      fail(503, BROKEN);
    } else if (response.endsWithConnection()) {
      client.answered();
      client.connection().closeWhenDrained();
    } else {
      client.connection().closeWhenDrained();
    }
  }

  private void fail(int status, String message) {
    if (response.begun()) {
      client.connection().closeWhenDrained();
    } else {
      client.reply(GatewayAnswers.error(status, message, replica));
      client.answered();
    }
  }

  @Override
  public void written(long stampNanos) {
    // the gateway stamps nothing: the replica's truth log does
  }

  @Override
  public void drained() {
    if (upstream != null && !over) {
      upstream.readable(true);
    }
  }

  @Override
  public void abandoned() {
    if (!over) {
      over = true;
      release(false);
    }
  }
}
