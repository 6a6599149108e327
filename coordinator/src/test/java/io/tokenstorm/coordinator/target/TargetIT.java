package io.tokenstorm.coordinator.target;

import static io.tokenstorm.coordinator.target.StubServer.get;
import static io.tokenstorm.coordinator.target.StubServer.json;
import static io.tokenstorm.coordinator.target.StubServer.parse;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.settings.ClientConnectionSettings;
import akka.stream.CompletionTimeoutException;
import com.fasterxml.jackson.databind.JsonNode;
import io.tokenstorm.coordinator.run.spec.RunInput;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.coordinator.run.spec.RunSpec;
import io.tokenstorm.coordinator.run.spec.RunTimings;
import io.tokenstorm.coordinator.simulation.Plans;
import io.tokenstorm.coordinator.simulation.Plans.Shape;
import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.PhaseEvent;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.SecretRef;
import io.tokenstorm.protocol.plan.TlsOptions;
import io.tokenstorm.protocol.time.Ticker;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TargetIT {
  private final Queue<HttpRequest> requests = new ConcurrentLinkedQueue<>();
  private Function<JsonNode, HttpResponse> answer = TargetIT::counting;
  private StubServer server;

  @BeforeEach
  void listen() throws Exception {
    server =
        new StubServer(
            (request, body) -> {
              requests.add(request);
              return answer.apply(parse(body));
            });
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  /** Counts as a tokenizer would: 12 for the template, 1.25 a word. */
  private static HttpResponse counting(JsonNode body) {
    int words = body.at("/messages/0/content").asText().strip().split(" ").length;
    long tokens = Math.round(12 + 1.25 * words);
    return json("{\"usage\":{\"prompt_tokens\":" + tokens + "}}");
  }

  private URI url() {
    return server.url("/base/");
  }

  private static RunSpec spec(Plan plan) {
    return new RunSpec("run-1", plan, "hash", "{}", "salt", 1, 1, RunTimings.DEFAULT);
  }

  private LengthProbe.Finding probe(Plan plan) throws Exception {
    return get(
        new LengthProbe(server.system(), name -> name.equals("KEY") ? "s3cret" : null)
            .probe(spec(plan), 0));
  }

  @Test
  void unreachable_whereSomeoneAnswers_isEmpty() throws Exception {
    answer = body -> HttpResponse.create().withStatus(404);

    assertThat(get(new TargetProbe(server.system()).unreachable(Plans.plan(Shape.SMALL, url()))))
        .isEmpty();
    assertThat(requests).hasSize(1);
    assertThat(requests.peek().getUri().path()).isEqualTo("/base/v1/models");
  }

  @Test
  void unreachable_whereNobodyListens_namesUrlAndCause() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    URI nobody = URI.create("http://127.0.0.1:" + port);

    List<String> sentences =
        get(new TargetProbe(server.system()).unreachable(Plans.plan(Shape.SMALL, nobody)));

    assertThat(sentences).singleElement().asString().contains(nobody.toString(), "refused");
  }

  /** It is never idle, so only a limit on the whole exchange ends it. */
  @Test
  void answer_thatComesByteByByte_endsAtTheLimitAndSaysSo() throws Exception {
    try (ServerSocket drip = new ServerSocket(0)) {
      Thread dripping = new Thread(() -> dripInto(drip), "drip");
      dripping.start();
      Duration limit = Duration.ofSeconds(1);
      HttpRequest request = HttpRequest.GET("http://127.0.0.1:" + drip.getLocalPort() + "/");

      assertThatThrownBy(
              () ->
                  get(
                      new TargetHttp(server.system(), limit, limit)
                          .send(request, TlsOptions.DEFAULT, limit)))
          .hasRootCauseInstanceOf(CompletionTimeoutException.class)
          .hasMessageContaining("no whole answer came in time");
      dripping.join(20_000);
      assertThat(dripping.isAlive()).as("the connection was given up").isFalse();
    }
  }

  private static void dripInto(ServerSocket listening) {
    try (Socket socket = listening.accept()) {
      for (byte one : ("HTTP/1.1 200 OK\r\nx: " + "y".repeat(1000)).getBytes(US_ASCII)) {
        socket.getOutputStream().write(one);
        LockSupport.parkNanos(100_000_000);
      }
    } catch (IOException e) {
      // the client has gone, as it should
    }
  }

  @Test
  void unreachable_unknownHost_saysSo() throws Exception {
    URI nowhere = URI.create("http://no-such-host.invalid:80");

    List<String> sentences =
        get(new TargetProbe(server.system()).unreachable(Plans.plan(Shape.SMALL, nowhere)));

    assertThat(sentences).singleElement().asString().contains("no-such-host.invalid");
  }

  @Test
  void probe_ofACountingTarget_findsTheFactor() throws Exception {
    LengthProbe.Finding finding = probe(Plans.plan(Shape.SMALL, url()));

    assertThat(finding.problem()).isEmpty();
    assertThat(12 + 1.25 * finding.factor() * 100).isCloseTo(100, within(1.0));
    assertThat(requests).hasSize(2);
    assertThat(requests.peek().getUri().path()).isEqualTo("/base/v1/chat/completions");
  }

  @Test
  void probe_withASecretHeader_resolvesItHere_orNamesTheVariable() throws Exception {
    probe(Plans.plan(Shape.SMALL, url()));
    Plan plan = Plans.plan(Shape.SMALL, url());

    assertThat(probe(withHeader(plan, "KEY")).problem()).isEmpty();
    assertThat(requests)
        .anyMatch(
            r ->
                r.getHeader("authorization")
                    .filter(h -> h.value().equals("Bearer s3cret"))
                    .isPresent());
    assertThat(probe(withHeader(plan, "OTHER")).problem()).contains("OTHER", "not set");
  }

  private static Plan withHeader(Plan plan, String variable) {
    Route route = plan.routes().get("direct");
    Route other =
        new Route(
            "direct",
            route.targets(),
            Map.of("authorization", HeaderValue.secret(new SecretRef(variable, "Bearer "))),
            null,
            TlsOptions.DEFAULT);
    return new Plan(
        plan.name(),
        plan.model(),
        plan.about(),
        plan.notes(),
        plan.seed(),
        plan.onWorkerLoss(),
        Map.of("direct", other),
        plan.workloads(),
        plan.phases());
  }

  @Test
  void probe_ofAnOddTarget_saysWhatWasOdd() throws Exception {
    Plan plan = Plans.plan(Shape.SMALL, url());
    answer = body -> json("{}");
    assertThat(probe(plan).problem()).contains("usage.prompt_tokens");
    answer = body -> json("<html>");
    assertThat(probe(plan).problem()).contains("no JSON");
    answer = body -> HttpResponse.create().withStatus(401);
    assertThat(probe(plan).problem()).contains("401");
    answer = body -> json("{\"usage\":{\"prompt_tokens\":9}}");
    assertThat(probe(plan).problem()).contains("counted as 9 tokens");
  }

  @Test
  void event_isCalledOnce_andToldWithItsStatus() throws Exception {
    answer = body -> HttpResponse.create().withStatus(503);
    PhaseEvent call =
        new PhaseEvent(Duration.ofSeconds(1), "POST", url().resolve("evict?replica=r2"), "{}");

    RunInput.EventFired fired =
        get(
            new PlanEventCaller(server.system(), Ticker.system())
                .call(new RunOutput.FireEvent(2, 1, call, 77)));

    assertThat(fired.httpStatus()).isEqualTo(503);
    assertThat(fired.error()).isEmpty();
    assertThat(fired.scheduledAtNanos()).isEqualTo(77);
    assertThat(requests).hasSize(1);
    assertThat(requests.peek().getUri().toRelative()).hasToString("/base/evict?replica=r2");
  }

  @Test
  void settings_ofAConnection_areOurs() {
    ClientConnectionSettings settings =
        TargetHttp.settings(server.system(), Duration.ofSeconds(5), Duration.ofSeconds(25));

    assertThat(settings.getConnectingTimeout().toSeconds()).isEqualTo(5);
    assertThat(settings.getIdleTimeout())
        .isEqualTo(scala.concurrent.duration.Duration.create(25, TimeUnit.SECONDS));
  }

  private Set<String> refusing(Plan plan) throws Exception {
    RouteProbe.Answers answers = asked(plan);
    assertThat(answers.refusals()).isEmpty();
    return answers.usageRefused();
  }

  private RouteProbe.Answers asked(Plan plan) throws Exception {
    return get(
        new RouteProbe(server.system(), name -> name.equals("KEY") ? "s3cret" : null).ask(plan));
  }

  @Test
  void route_thatRefusesThePlansRequests_isToldWithTheServersWordsAndWhatToDo() throws Exception {
    Plan plan = Plans.plan(Shape.SMALL, url());
    answer =
        body ->
            refusal(
                404, "{\"error\":{\"message\":\"The model `m`\\ndoes not exist.\",\"code\":404}}");

    assertThat(asked(plan).refusals())
        .singleElement()
        .asString()
        .contains(url().toString(), "'direct'", "/v1/chat/completions", "status 404")
        .contains("(The model `m` does not exist.)", "check `model` and `url`");

    answer = body -> refusal(401, "<html>");
    assertThat(asked(plan).refusals())
        .singleElement()
        .asString()
        .contains("status 401; check `auth`");
    answer = body -> refusal(308, "");
    assertThat(asked(plan).refusals()).singleElement().asString().contains("redirects");
    answer = body -> refusal(429, "{}");
    assertThat(asked(plan).refusals()).as("that may pass").isEmpty();
  }

  @Test
  void route_thatRepeatsTheSecretInItsRefusal_isQuotedWithoutIt() throws Exception {
    answer = body -> refusal(401, "{\"message\":\"wrong key: s3cret\"}");

    assertThat(asked(withHeader(Plans.plan(Shape.SMALL, url()), "KEY")).refusals())
        .singleElement()
        .asString()
        .contains("wrong key: ***")
        .doesNotContain("s3cret");
  }

  private static HttpResponse refusal(int status, String body) {
    return HttpResponse.create().withStatus(status).withEntity(ContentTypes.APPLICATION_JSON, body);
  }

  @Test
  void usage_refusedByName_namesTheRoute_andIsAskedOnceOnly() throws Exception {
    answer =
        body ->
            body.has("stream_options")
                ? refusal(400, "{\"error\":{\"message\":\"stream_options: extra field\"}}")
                : json("{}");

    Plan plan = Plans.plan(Shape.SMALL, url());
    assertThat(refusing(plan)).containsExactly(plan.phases().get(0).route());
    assertThat(requests).hasSize(1);
    assertThat(requests.peek().getUri().path()).isEqualTo("/base/v1/chat/completions");
  }

  @Test
  void usage_acceptedOrRefusedForAnotherReason_isAskedForInTheLoad() throws Exception {
    Plan plan = Plans.plan(Shape.SMALL, url());
    answer = body -> json("data: {}");
    assertThat(refusing(plan)).isEmpty();
    answer = body -> refusal(400, "{\"error\":\"max_tokens too small\"}");
    assertThat(refusing(plan)).isEmpty();
    answer = body -> refusal(500, "stream_options");
    assertThat(refusing(plan)).isEmpty();
  }
}
