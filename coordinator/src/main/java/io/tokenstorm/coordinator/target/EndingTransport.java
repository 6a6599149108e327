package io.tokenstorm.coordinator.target;

import akka.actor.ActorSystem;
import akka.http.javadsl.ClientTransport;
import akka.http.javadsl.OutgoingConnection;
import akka.http.javadsl.settings.ClientConnectionSettings;
import akka.stream.javadsl.Flow;
import akka.util.ByteString;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Connections that are aborted after a while, whatever goes on. A stream above Akka HTTP's client
 * layer that gives up does not close the connection while the peer goes on sending.
 */
final class EndingTransport extends ClientTransport {
  private final Duration limit;

  EndingTransport(Duration limit) {
    this.limit = limit;
  }

  @Override
  public Flow<ByteString, ByteString, CompletionStage<OutgoingConnection>> connectTo(
      String host, int port, ClientConnectionSettings settings, ActorSystem system) {
    return ClientTransport.TCP().connectTo(host, port, settings, system).completionTimeout(limit);
  }
}
