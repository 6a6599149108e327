package io.tokenstorm.worker.client;

import akka.NotUsed;
import akka.actor.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.stream.javadsl.Flow;
import akka.stream.javadsl.Sink;
import akka.stream.javadsl.Source;
import akka.stream.stage.AsyncCallback;
import akka.util.ByteString;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.answer.Exchange;
import io.tokenstorm.worker.answer.ExchangeSettings;
import io.tokenstorm.worker.api.ApiDialect;
import io.tokenstorm.worker.http.ResponseHandler;
import io.tokenstorm.worker.http.ResponseHead;
import io.tokenstorm.worker.http.ResponseReader.Ending;
import io.tokenstorm.worker.link.ClientListener;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A whole answer through Akka HTTP's client layer, without sockets: pieces in, a record out. */
final class AkkaWire implements ClientListener {
  private static final long NOW = 5;

  private final Exchange exchange;
  private final CompletableFuture<RequestRecord> done = new CompletableFuture<>();
  private final CompletableFuture<Boolean> requested = new CompletableFuture<>();
  private final AkkaHttpAnswer http =
      new AkkaHttpAnswer(this, new Body(), this::running, () -> NOW);

  private AkkaWire(boolean stream, Api api) {
    exchange =
        new Exchange(
            new ExchangeSettings(stream, "target-pod", "target:80", 20, ApiDialect.of(api), null));
    exchange.start(new RequestKey(1, 0, LoadStage.MEASURE, 0, 0), 0, 0);
  }

  /** Begins to read an answer whose bytes come in these pieces, after which the peer closes. */
  static CompletableFuture<RequestRecord> begin(
      ActorSystem system, boolean stream, Api api, List<byte[]> pieces) {
    AkkaWire wire = new AkkaWire(stream, api);
    wire.run(system, pieces);
    return wire.done;
  }

  private void run(ActorSystem system, List<byte[]> pieces) {
    Source<ByteString, NotUsed> bytes =
        Source.completionStage(requested) // no answer before the request
            .flatMapConcat(yes -> Source.from(pieces))
            .map(
                piece -> {
                  http.arrived(piece.length, NOW);
                  return ByteString.fromArray(piece);
                })
            .concat(
                Source.lazySource(
                    () -> {
                      http.peerEnded();
                      return Source.<ByteString>empty();
                    }))
            .mapMaterializedValue(x -> NotUsed.getInstance());
    Sink<ByteString, NotUsed> written =
        Flow.of(ByteString.class)
            .to(Sink.foreach(sent -> requested.complete(true)))
            .mapMaterializedValue(x -> NotUsed.getInstance());
    new AkkaHttpFlow(system, "akka.actor.default-dispatcher")
        .run("host", 80, Flow.fromSinkAndSource(written, bytes), new ExchangeStage(http));
  }

  private void running(AsyncCallback<HttpRequest> send) {
    http.begin();
    send.invoke(HttpRequest.POST("/x"));
  }

  /** The exchange, and the end of the test with it. */
  private final class Body implements ResponseHandler {
    @Override
    public void onHead(ResponseHead head) {
      exchange.onHead(head);
    }

    @Override
    public void onBody(byte[] bytes, int offset, int length) {
      exchange.onBody(bytes, offset, length);
    }

    @Override
    public void onEnd() {
      exchange.onEnd();
    }
  }

  @Override
  public void arrived(int wireBytes, long nanos) {
    exchange.arrived(wireBytes, nanos);
  }

  @Override
  public void settle(boolean reusable) {
    if (exchange.bodyEnded()) {
      done.complete(exchange.record());
    }
  }

  @Override
  public void onViolation(String detail) {
    exchange.violated(detail);
    done.complete(exchange.record());
  }

  @Override
  public void onConnectionEnd(Ending ending, long nanos) {
    exchange.ended(ending, nanos);
    done.complete(exchange.record());
  }

  @Override
  public void onOpen(long nanos) {
    throw new AssertionError("there is no connection");
  }

  @Override
  public void onOpenFailed(ErrorKind kind, String detail, long nanos) {
    throw new AssertionError("there is no connection");
  }

  @Override
  public void onConnectionBroken(boolean begun, String detail, long nanos) {
    throw new AssertionError("there is no connection");
  }
}
