package io.tokenstorm.coordinator.target;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorSystem;
import akka.http.javadsl.Http;
import akka.http.javadsl.ServerBinding;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/** A target on a port of its own that answers by a function, and the actor system that asks it. */
final class StubServer implements AutoCloseable {
  private final ActorTestKit kit = ActorTestKit.create();
  private final BiFunction<HttpRequest, String, HttpResponse> answer;
  private final ServerBinding binding;

  /**
   * @param answer of the request and its body
   */
  StubServer(BiFunction<HttpRequest, String, HttpResponse> answer) throws Exception {
    this.answer = answer;
    this.binding = get(Http.get(system()).newServerAt("127.0.0.1", 0).bind(this::serve));
  }

  private CompletionStage<HttpResponse> serve(HttpRequest request) {
    return request
        .entity()
        .toStrict(20_000, system())
        .thenApply(entity -> answer.apply(request, entity.getData().utf8String()));
  }

  ActorSystem<Void> system() {
    return kit.system();
  }

  URI url(String path) {
    return URI.create("http://127.0.0.1:" + binding.localAddress().getPort() + path);
  }

  static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  static JsonNode parse(String body) {
    try {
      return new JsonMapper().readTree(body.isEmpty() ? "{}" : body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static HttpResponse json(String text) {
    return HttpResponse.create().withEntity(ContentTypes.APPLICATION_JSON, text);
  }

  @Override
  public void close() throws Exception {
    get(binding.unbind());
    kit.shutdownTestKit();
  }
}
