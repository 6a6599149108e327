package io.tokenstorm.coordinator.target;

import akka.actor.ClassicActorSystemProvider;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpRequest;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.Route;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Whether the routes of a plan take {@code stream_options}: one stream of one token each, before
 * any load, so that no request of the load is spent on finding out. Only a refusal that names the
 * field counts as one; whatever else goes wrong shows in the load itself.
 */
public final class UsageProbe {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration TOTAL = Duration.ofSeconds(8);

  private final TargetHttp http;
  private final Function<String, @Nullable String> environment;

  /**
   * @param environment values of environment variables by name, for secrets
   */
  public UsageProbe(
      ClassicActorSystemProvider system, Function<String, @Nullable String> environment) {
    this.http = new TargetHttp(system, CONNECT, TOTAL);
    this.environment = environment;
  }

  /** The names of the routes that refuse; never fails. */
  public CompletionStage<Set<String>> refusing(Plan plan) {
    Map<String, Phase> asked = new LinkedHashMap<>();
    plan.phases().stream()
        .filter(phase -> asks(phase.request()))
        .forEach(phase -> asked.putIfAbsent(phase.route(), phase));
    List<CompletableFuture<Boolean>> answers = new ArrayList<>();
    asked.values().forEach(phase -> answers.add(refuses(plan, phase).toCompletableFuture()));
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .thenApply(
            done -> {
              Set<String> refusing = new TreeSet<>();
              int i = 0;
              for (String route : asked.keySet()) {
                if (answers.get(i++).join()) {
                  refusing.add(route);
                }
              }
              return refusing;
            });
  }

  private static boolean asks(RequestSpec request) {
    return request.stream() && request.includeUsage() && request.api().asksForUsage();
  }

  private CompletionStage<Boolean> refuses(Plan plan, Phase phase) {
    Route route = plan.routeOf(phase);
    try {
      HttpRequest request =
          HttpRequest.POST(TargetHttp.below(route.targetOf(0), phase.request().api().path(true)))
              .withHeaders(List.copyOf(RouteHeaders.of(route, environment)))
              .withEntity(ContentTypes.APPLICATION_JSON, body(plan.model(), phase.request()));
      return http.send(request, route.tls(), TOTAL)
          .handle((answer, error) -> error == null && isRefusal(answer));
    } catch (TargetException | JsonProcessingException e) {
      return CompletableFuture.completedFuture(false); // a missing secret shows elsewhere
    }
  }

  private static String body(String model, RequestSpec request) throws JsonProcessingException {
    Map<String, Object> body = ProbeForm.of(model, request, "hello").body();
    body.put("stream", true);
    body.put("stream_options", Map.of("include_usage", true));
    return JSON.writeValueAsString(body);
  }

  private static boolean isRefusal(TargetHttp.Answer answer) {
    boolean refused = answer.status() == 400 || answer.status() == 422;
    String body = answer.body();
    return refused && (body.contains("stream_options") || body.contains("include_usage"));
  }
}
