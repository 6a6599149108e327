package io.tokenstorm.coordinator.target;

import akka.actor.ClassicActorSystemProvider;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpRequest;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.SecretRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the routes of a plan say to a request of the load's own kind: one stream of one token each,
 * before any load. A refusal that names {@code stream_options} is one of that field. A status that
 * says that the plan is wrong (no such model or path, no authorization, a redirect) would be the
 * answer to every request of the load, so it is told before hours are spent on them. Whatever else
 * goes wrong shows in the load itself.
 */
public final class RouteProbe {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration TOTAL = Duration.ofSeconds(8);
  private static final int MOST_SAID = 200;

  private final TargetHttp http;
  private final Function<String, @Nullable String> environment;

  /**
   * @param environment values of environment variables by name, for secrets
   */
  public RouteProbe(
      ClassicActorSystemProvider system, Function<String, @Nullable String> environment) {
    this.http = new TargetHttp(system, CONNECT, TOTAL);
    this.environment = environment;
  }

  /**
   * What was answered.
   *
   * @param usageRefused names of the routes that refuse to be asked for usage
   * @param refusals a sentence for each route that refuses the plan's requests altogether
   */
  public record Answers(Set<String> usageRefused, List<String> refusals) {}

  /** Asks each route once; never fails. */
  public CompletionStage<Answers> ask(Plan plan) {
    Map<String, Phase> asked = new LinkedHashMap<>();
    plan.phases().stream()
        .filter(phase -> asks(phase.request()))
        .forEach(phase -> asked.putIfAbsent(phase.route(), phase));
    Map<Phase, CompletableFuture<Optional<TargetHttp.Answer>>> answers = new LinkedHashMap<>();
    asked.values().forEach(phase -> answers.put(phase, answer(plan, phase).toCompletableFuture()));
    return CompletableFuture.allOf(answers.values().toArray(CompletableFuture[]::new))
        .thenApply(done -> judged(plan, answers));
  }

  private Answers judged(
      Plan plan, Map<Phase, CompletableFuture<Optional<TargetHttp.Answer>>> answers) {
    Set<String> usageRefused = new TreeSet<>();
    List<String> refusals = new ArrayList<>();
    answers.forEach(
        (phase, answered) ->
            answered
                .join()
                .ifPresent(
                    answer -> {
                      if (isOfUsage(answer)) {
                        usageRefused.add(phase.route());
                      } else if (isOfThePlan(answer.status())) {
                        refusals.add(sentence(plan, phase, answer));
                      }
                    }));
    return new Answers(usageRefused, refusals);
  }

  private static boolean asks(RequestSpec request) {
    return request.stream() && request.includeUsage() && request.api().asksForUsage();
  }

  private CompletionStage<Optional<TargetHttp.Answer>> answer(Plan plan, Phase phase) {
    Route route = plan.routeOf(phase);
    try {
      HttpRequest request =
          HttpRequest.POST(TargetHttp.below(route.targetOf(0), phase.request().api().path(true)))
              .withHeaders(List.copyOf(RouteHeaders.of(route, environment)))
              .withEntity(ContentTypes.APPLICATION_JSON, body(plan.model(), phase.request()));
      return http.send(request, route.tls(), TOTAL)
          .handle((answer, error) -> error == null ? Optional.of(answer) : Optional.empty());
    } catch (TargetException | JsonProcessingException e) {
      return CompletableFuture.completedFuture(
          Optional.empty()); // a missing secret shows elsewhere
    }
  }

  private static String body(String model, RequestSpec request) throws JsonProcessingException {
    Map<String, Object> body = ProbeForm.of(model, request, "hello").body();
    body.put("stream", true);
    body.put("stream_options", Map.of("include_usage", true));
    return JSON.writeValueAsString(body);
  }

  private static boolean isOfUsage(TargetHttp.Answer answer) {
    boolean refused = answer.status() == 400 || answer.status() == 422;
    String body = answer.body();
    return refused && (body.contains("stream_options") || body.contains("include_usage"));
  }

  private static boolean isOfThePlan(int status) {
    return (status >= 300 && status < 400)
        || status == 401
        || status == 403
        || status == 404
        || status == 405;
  }

  private String sentence(Plan plan, Phase phase, TargetHttp.Answer answer) {
    Route route = plan.routeOf(phase);
    String said = said(answer.body(), route);
    return "target %s of route '%s' refuses the plan's requests: %s is answered with status %d%s; %s"
        .formatted(
            route.targetOf(0),
            route.name(),
            phase.request().api().path(true),
            answer.status(),
            said.isEmpty() ? "" : " (" + said + ")",
            remedy(answer.status()));
  }

  private static String remedy(int status) {
    if (status < 400) {
      return "redirects are not followed: write the url that they lead to into the plan";
    }
    return status == 401 || status == 403
        ? "check `auth` and `headers` of the plan"
        : "check `model` and `url` of the plan; `tokenstorm init URL` says which models are there";
  }

  /** The server's own words, on one line, without the secrets that it was shown. */
  private String said(String body, Route route) {
    String text = "";
    try {
      JsonNode json = JSON.readTree(body);
      for (String place : List.of("/error/message", "/message", "/detail", "/error")) {
        text = text.isEmpty() ? json.at(place).asText("") : text;
      }
    } catch (JsonProcessingException e) {
      return ""; // a page for people; the status says enough
    }
    for (HeaderValue header : route.headers().values()) {
      SecretRef secret = header.secret();
      String value = secret == null ? header.text() : environment.apply(secret.variable());
      text = value == null || value.isEmpty() ? text : text.replace(value, "***");
    }
    String line = text.strip().replaceAll("\\s+", " ");
    return line.length() > MOST_SAID ? line.substring(0, MOST_SAID) + "…" : line;
  }
}
