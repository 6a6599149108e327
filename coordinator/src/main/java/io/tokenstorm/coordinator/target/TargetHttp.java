package io.tokenstorm.coordinator.target;

import akka.actor.ClassicActorSystemProvider;
import akka.http.javadsl.Http;
import akka.http.javadsl.OutgoingConnectionBuilder;
import akka.http.javadsl.model.HttpEntity;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.Uri;
import akka.http.javadsl.settings.ClientConnectionSettings;
import akka.http.javadsl.settings.ParserSettings;
import akka.stream.javadsl.Sink;
import akka.stream.javadsl.Source;
import io.tokenstorm.protocol.plan.TlsOptions;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * One request on one new connection. Never through Akka HTTP's pool: that queues, repeats and backs
 * off, so that a refused connect surfaces seconds late.
 */
final class TargetHttp {
  /** The most of an answer that is read. */
  private static final long MOST_BYTES = 4 * 1024 * 1024;

  private final ClassicActorSystemProvider system;
  private final ClientConnectionSettings settings;

  /** An answer, read whole. */
  record Answer(int status, String body) {}

  /**
   * @param connect limit on the connect
   * @param total limit on the whole exchange, and on silence within it
   */
  TargetHttp(ClassicActorSystemProvider system, Duration connect, Duration total) {
    this.system = system;
    this.settings = settings(system, connect, total);
  }

  /** Every default that matters is set, none is relied on. */
  static ClientConnectionSettings settings(
      ClassicActorSystemProvider system, Duration connect, Duration total) {
    return ClientConnectionSettings.create(system.classicSystem())
        // servers may send what they like in headers that nobody here reads
        .withParserSettings(ParserSettings.forClient(system).withIllegalHeaderWarnings(false))
        .withTransport(new EndingTransport(total))
        .withConnectingTimeout(scala(connect))
        .withIdleTimeout(scala(total));
  }

  private static scala.concurrent.duration.FiniteDuration scala(Duration duration) {
    return scala.concurrent.duration.Duration.fromNanos(duration.toNanos());
  }

  /** Sends a request whose URI is absolute. Fails with {@link TargetException}. */
  CompletionStage<Answer> send(HttpRequest request, TlsOptions tls, Duration total) {
    Uri uri = request.getUri();
    boolean https = "https".equalsIgnoreCase(uri.getScheme());
    OutgoingConnectionBuilder builder =
        Http.get(system)
            .connectionTo(uri.getHost().address())
            .toPort(uri.getPort())
            .withClientConnectionSettings(settings);
    HttpRequest relative = request.withUri(uri.toRelative());
    return Source.single(relative)
        .via(
            https
                ? builder.withCustomHttpsConnectionContext(TargetTls.context(tls)).https()
                : builder.http())
        // read inside the stream: once it has its head the sink lets go of the connection
        .mapAsync(1, response -> read(response, total))
        // a peer that sends a byte now and then is never idle
        .completionTimeout(total)
        .runWith(Sink.head(), system)
        .handle(
            (answer, error) -> {
              if (error != null) {
                throw new TargetException(TargetException.causeOf(error), error);
              }
              return answer;
            });
  }

  private CompletionStage<Answer> read(HttpResponse response, Duration total) {
    return response
        .entity()
        .withSizeLimit(MOST_BYTES)
        .toStrict(total.toMillis(), system)
        .thenApply(
            (HttpEntity.Strict entity) ->
                new Answer(response.status().intValue(), entity.getData().utf8String()));
  }

  /** The base URL of a target with a path below it. */
  static String below(URI base, String path) {
    String text = base.toString();
    return (text.endsWith("/") ? text.substring(0, text.length() - 1) : text) + path;
  }
}
