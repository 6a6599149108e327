package io.tokenstorm.coordinator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.api.guard.ApiProtection;
import io.tokenstorm.coordinator.api.guard.ApiToken;
import io.tokenstorm.coordinator.api.guard.PlanPermissions;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The API behind a token: nothing of a run is told or changed without it. */
class ApiProtectionIT {
  private static final String TOKEN = "0123456789abcdef-right";
  private static final ApiSettings SETTINGS =
      new ApiSettings("127.0.0.1", 0, Duration.ofMillis(50), 60, null)
          .with(
              new ApiProtection(
                  new ApiToken(TOKEN),
                  null,
                  new PlanPermissions(false, Set.of("ALLOWED"), Set.of("/etc/allowed.pem"))));
  private static final String PLAN =
      """
      name: tiny
      model: m
      auth: {bearer: "${env:%s}"}
      routes:
        direct: {url: "https://127.0.0.1:1", tls: {ca: "%s"}}
      workloads:
        short: {input_tokens: 32}
      phases:
        - {name: one, route: direct, workload: short, concurrency: 2, measure: {at_least: 10s}}
      """;

  @TempDir private Path root;
  private FakeRuns runs;
  private ServedRuns server;

  @BeforeEach
  void start() {
    runs = new FakeRuns(root);
    server = new ServedRuns(runs, SETTINGS);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> send(String method, String path, String authorization, String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        server.at(path).method(method, HttpRequest.BodyPublishers.ofString(body));
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    return server.send(request);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /api/cluster",
        "GET /api/runs",
        "POST /api/runs",
        "GET /api/runs/current",
        "GET /metrics",
        "GET /api/runs/x/live",
        "GET /api/runs/x/report",
        "POST /api/runs/x/cancel",
        "GET /api/what-is-not-there"
      })
  void everyRouteOfData_withoutTheToken_is401(String request) throws Exception {
    String method = request.substring(0, request.indexOf(' '));
    String path = request.substring(request.indexOf(' ') + 1);
    for (String shown :
        new String[] {"", "Bearer ", "Bearer wrong", "Bearer " + TOKEN + "x", "Basic " + TOKEN}) {
      HttpResponse<String> response = send(method, path, shown, "");
      assertThat(response.statusCode()).as(shown).isEqualTo(401);
      assertThat(response.headers().firstValue("www-authenticate"))
          .get()
          .asString()
          .contains("Bearer");
      assertThat(response.body()).contains("token").doesNotContain(TOKEN);
    }
    assertThat(runs.submitted()).isEmpty();
  }

  @Test
  void withTheToken_isAnswered_andHealthNeedsNone() throws Exception {
    assertThat(send("GET", "/api/runs", "Bearer " + TOKEN, "").statusCode()).isEqualTo(200);
    assertThat(send("GET", "/api/runs", "bearer  " + TOKEN, "").statusCode()).isEqualTo(200);
    assertThat(send("GET", "/health", "", "").statusCode()).isEqualTo(200);
  }

  @Test
  void answers_toPagesOfOthers_allowNothing() throws Exception {
    HttpResponse<String> response = send("GET", "/api/runs", "Bearer " + TOKEN, "");
    assertThat(response.headers().map().keySet())
        .noneMatch(name -> name.startsWith("access-control"));
  }

  @Test
  void submit_namesWhatIsAllowed_isTaken() throws Exception {
    String plan = PLAN.formatted("ALLOWED", "/etc/allowed.pem");
    assertThat(send("POST", "/api/runs", "Bearer " + TOKEN, plan).statusCode()).isEqualTo(201);
  }

  @Test
  void submit_namesOtherVariablesAndFiles_isRefused_andWhatWouldAllowIt() throws Exception {
    String plan =
        PLAN.formatted("HOME", "/etc/shadow")
            .replace("{input_tokens: 32}", "{input_tokens: 32, tokenizer: /root/tokenizer.json}");
    HttpResponse<String> response = send("POST", "/api/runs", "Bearer " + TOKEN, plan);
    assertThat(response.statusCode()).isEqualTo(422);
    assertThat(response.body())
        .contains("--allow-env HOME")
        .contains("--allow-file /etc/shadow")
        .contains("workload short names the file /root/tokenizer.json")
        .contains("route direct");
    assertThat(runs.submitted()).isEmpty();
  }
}
