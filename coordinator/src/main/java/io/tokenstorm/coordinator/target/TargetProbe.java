package io.tokenstorm.coordinator.target;

import akka.actor.ClassicActorSystemProvider;
import akka.http.javadsl.model.HttpRequest;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.Route;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Whether the targets of a plan can be reached at all: any answer of HTTP will do. */
public final class TargetProbe {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration TOTAL = Duration.ofSeconds(10);

  private final TargetHttp http;

  public TargetProbe(ClassicActorSystemProvider system) {
    this.http = new TargetHttp(system, CONNECT, TOTAL);
  }

  /**
   * Tries every target once.
   *
   * @return one sentence for each that does not answer, with its URL and the cause; never fails
   */
  public CompletionStage<List<String>> unreachable(Plan plan) {
    Map<URI, Route> targets = new LinkedHashMap<>();
    plan.phases().stream()
        .map(plan::routeOf)
        .forEach(route -> route.targets().forEach(uri -> targets.putIfAbsent(uri, route)));
    List<CompletableFuture<String>> answers = new ArrayList<>();
    targets.forEach((uri, route) -> answers.add(probe(uri, route).toCompletableFuture()));
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .thenApply(
            done ->
                answers.stream().map(CompletableFuture::join).filter(s -> !s.isEmpty()).toList());
  }

  private CompletionStage<String> probe(URI uri, Route route) {
    try {
      HttpRequest request = HttpRequest.GET(TargetHttp.below(uri, "/v1/models"));
      return http.send(request, route.tls(), TOTAL)
          .handle((answer, error) -> error == null ? "" : sentence(uri, route, error));
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(sentence(uri, route, e));
    }
  }

  private static String sentence(URI uri, Route route, Throwable error) {
    return "target %s of route '%s' cannot be reached: %s"
        .formatted(uri, route.name(), TargetException.causeOf(error));
  }
}
