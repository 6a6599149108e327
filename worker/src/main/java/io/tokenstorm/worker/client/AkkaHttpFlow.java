package io.tokenstorm.worker.client;

import akka.NotUsed;
import akka.actor.ActorSystem;
import akka.http.javadsl.Http;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.Host;
import akka.http.javadsl.settings.ClientConnectionSettings;
import akka.stream.ActorAttributes;
import akka.stream.TLSProtocol.SslTlsInbound;
import akka.stream.TLSProtocol.SslTlsOutbound;
import akka.stream.javadsl.Flow;
import akka.stream.javadsl.TLSPlacebo;
import akka.util.ByteString;

/**
 * Akka HTTP's client layer, one connection's worth of it, fused with what is joined to it and run
 * on the dispatcher of an event loop. No pool, no retries, no time limits but the slot's own.
 */
final class AkkaHttpFlow {
  private final ActorSystem system;
  private final String dispatcher;

  AkkaHttpFlow(ActorSystem system, String dispatcher) {
    this.system = system;
    this.dispatcher = dispatcher;
  }

  /** Runs HTTP between a transport of bytes and a stage of exchanges. */
  void run(String host, int port, Flow<ByteString, ByteString, NotUsed> bytes, ExchangeStage slot) {
    Flow<SslTlsOutbound, SslTlsInbound, NotUsed> session =
        TLSPlacebo.getInstance().join(bytes).map(inbound -> inbound);
    Flow<HttpRequest, HttpResponse, NotUsed> http =
        Http.get(system).clientLayer(Host.create(host, port), settings(system)).join(session);
    http.join(Flow.fromGraph(slot))
        .withAttributes(ActorAttributes.dispatcher(dispatcher))
        .run(system);
  }

  static ClientConnectionSettings settings(ActorSystem system) {
    return ClientConnectionSettings.create(system);
  }
}
