package io.tokenstorm.coordinator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tokenstorm.coordinator.api.view.ErrorView;
import io.tokenstorm.coordinator.api.view.RunView;
import io.tokenstorm.coordinator.live.LiveFrame;
import io.tokenstorm.coordinator.live.LiveJson;
import io.tokenstorm.coordinator.metrics.StrictText;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.RunState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The API over a real socket, a frame each 50 ms. */
class ApiServerIT {
  private static final ApiSettings SETTINGS =
      new ApiSettings("127.0.0.1", 0, Duration.ofMillis(50), 60, null);
  private static final String PLAN =
      """
      name: tiny
      model: m
      routes:
        direct: {url: "http://127.0.0.1:1"}
      workloads:
        short: {input_tokens: 32}
      phases:
        - {name: one, route: direct, workload: short, concurrency: 2, measure: {at_least: 10s}}
        - {name: two, route: direct, workload: short, concurrency: 4, measure: {at_least: 10s}}
      """;

  @TempDir private Path root;
  private FakeRuns runs;
  private ServedRuns server;
  private ExecutorService threads;

  @BeforeEach
  void start() {
    runs = new FakeRuns(root);
    server = new ServedRuns(runs, SETTINGS);
    threads = Executors.newCachedThreadPool();
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
    server.close();
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return server.send(server.at(path));
  }

  private HttpResponse<String> post(String path, String body)
      throws IOException, InterruptedException {
    return server.send(server.at(path).POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private SseReader watch(String path, long lastEventId) {
    return SseReader.open(server.client(), server.uri(path), lastEventId, threads);
  }

  private String begin() throws IOException, InterruptedException {
    HttpResponse<String> response = post("/api/runs", PLAN);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    return LiveJson.read(response.body(), RunView.Submitted.class).run();
  }

  @Test
  void metrics_asked_comeInPrometheusFormat() throws Exception {
    begin();
    HttpResponse<String> response = get("/metrics");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type").orElseThrow())
        .startsWith("text/plain")
        .contains("version=0.0.4");
    assertThat(new StrictText(response.body()).all("tokenstorm_runs")).isNotEmpty();
    assertThat(
            server
                .send(server.at("/metrics").header("Accept", "application/openmetrics-text"))
                .body())
        .endsWith("# EOF\n");
  }

  @Test
  void submit_goodPlan_isTakenWithItsOptions() throws Exception {
    HttpResponse<String> response =
        post("/api/runs?salt=s1&timeScale=0.1&phase=two&set=seed%3D42&file=a.yaml", PLAN);

    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(response.headers().firstValue("location")).contains("/api/runs/run-1");
    assertThat(runs.submitted())
        .singleElement()
        .satisfies(
            request -> {
              assertThat(request.salt()).isEqualTo("s1");
              assertThat(request.timeScale()).isEqualTo(0.1);
              assertThat(request.plan().seed()).isEqualTo(42);
              assertThat(request.plan().phases()).extracting(p -> p.name()).containsExactly("two");
              assertThat(request.plan().phases().get(0).measure().atLeast())
                  .isEqualTo(Duration.ofSeconds(1));
              assertThat(request.resolvedYaml()).contains("name: \"two\"");
            });
  }

  @Test
  void submit_planThatNamesCommands_isRefusedWithTheReason() throws Exception {
    String plan =
        Files.readString(Path.of("../conf/plans/context-sweep-demo.yaml"), StandardCharsets.UTF_8);
    HttpResponse<String> response = post("/api/runs?file=my.yaml", plan);

    assertThat(response.statusCode()).isEqualTo(422);
    assertThat(LiveJson.read(response.body(), ErrorView.class).problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.path()).isEqualTo("kind");
              assertThat(problem.message())
                  .contains("names commands to be started, which is not taken here")
                  .contains("--allow-commands");
            });
    assertThat(runs.submitted()).isEmpty();
  }

  @Test
  void submit_badPlan_answers422WithAllProblemsLocated() throws Exception {
    HttpResponse<String> response =
        post("/api/runs?file=my.yaml", PLAN.replace("concurrency: 2", "concurency: 0"));

    assertThat(response.statusCode()).isEqualTo(422);
    ErrorView error = LiveJson.read(response.body(), ErrorView.class);
    assertThat(error.error()).isEqualTo("plan");
    assertThat(error.problems())
        .anySatisfy(
            problem -> {
              assertThat(problem.file()).isEqualTo("my.yaml");
              assertThat(problem.line()).isEqualTo(8);
              assertThat(problem.column()).isPositive();
              assertThat(problem.message()).isNotEmpty();
              assertThat(problem.suggestion()).isEqualTo("concurrency");
            });
    assertThat(runs.submitted()).isEmpty();
  }

  @Test
  void submit_tooLargeOrOddOrRefused_isSaidInJson() throws Exception {
    assertError(post("/api/runs", "#".repeat(2 << 20)), 413);
    assertError(post("/api/runs?timeScale=fast", PLAN), 400);
    assertError(post("/api/runs?timeScale=NaN", PLAN), 400);
    runs.close();
    assertThat(assertError(post("/api/runs", PLAN), 503).detail())
        .isEqualTo("the coordinator is closing: start it again");
  }

  @Test
  void get_whatIsNotThere_isSaidInJson() throws Exception {
    assertError(get("/nowhere"), 404);
    assertError(get("/api/runs/run-9"), 404);
    assertError(get("/api/runs/run-9/live"), 404);
    assertError(get("/api/runs/current/live"), 404);
    assertError(get("/api/runs/../../etc/passwd/report"), 404);
    assertError(post("/health", ""), 405);
  }

  private static ErrorView assertError(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("content-type")).contains("application/json");
    ErrorView error = LiveJson.read(response.body(), ErrorView.class);
    assertThat(error.error()).isNotEmpty();
    assertThat(error.detail()).isNotEmpty();
    return error;
  }

  @Test
  void request_fromAPageOfAStranger_isForbidden() throws Exception {
    assertError(
        server.send(
            server
                .at("/api/runs")
                .header("Origin", "http://evil.example")
                .POST(HttpRequest.BodyPublishers.ofString(PLAN))),
        403);
    assertThat(raw("GET /api/runs HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 403");
    assertThat(
            server
                .send(server.at("/api/runs").header("Origin", "http://127.0.0.1:" + server.port()))
                .statusCode())
        .isEqualTo(200);
  }

  private String raw(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void runs_oneSubmitted_areListedAndToldOneByOne() throws Exception {
    String run = begin();

    JsonNode list = new ObjectMapper().readTree(get("/api/runs").body());
    RunView one = LiveJson.read(get("/api/runs/" + run).body(), RunView.class);
    RunView current = LiveJson.read(get("/api/runs/current").body(), RunView.class);

    assertThat(list.at("/runs/0/run").asText()).isEqualTo(run);
    assertThat(list.at("/runs/0/state").asText()).isEqualTo("running");
    assertThat(one).isEqualTo(current);
    assertThat(one.name()).isEqualTo("tiny");
    assertThat(get("/health").body()).isEqualTo("{\"status\":\"ok\"}");
    assertThat(get("/api/cluster").body()).isEqualTo("{\"workers\":[],\"waiting_for\":\"\"}");
  }

  @Test
  void report_beforeAndAfterTheEnd_isAConflictThenTheFile() throws Exception {
    String run = begin();
    assertError(get("/api/runs/" + run + "/report"), 409);
    runs.end(Verdict.VALID);
    assertError(get("/api/runs/" + run + "/report"), 404);
    Files.createDirectories(root.resolve(run));
    Files.writeString(root.resolve(run).resolve("report.json"), "{\"verdict\": \"VALID\"}");

    HttpResponse<String> response = get("/api/runs/" + run + "/report");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("{\"verdict\": \"VALID\"}");
    assertThat(response.headers().firstValue("content-type")).contains("application/json");
  }

  @Test
  void cancel_currentRun_isPassedOn() throws Exception {
    begin();
    HttpResponse<String> response = post("/api/runs/current/cancel?force=true", "");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(LiveJson.read(response.body(), RunView.class).verdict()).isEqualTo("CANCELLED");
    assertThat(runs.cancels()).containsExactly(true);
  }

  @Test
  void live_watcher_getsEachFrameOnceAndTheEndMarked() throws Exception {
    String run = begin();
    SseReader watcher = watch("/api/runs/" + run + "/live", -1);
    await().until(() -> watcher.events().size() >= 5);
    runs.end(Verdict.VALID);

    assertThat(watcher.ended().get(20, TimeUnit.SECONDS)).isEqualTo(200);
    List<SseReader.Event> events = watcher.events();
    assertThat(events).extracting(SseReader.Event::id).isSorted().doesNotHaveDuplicates();
    SseReader.Event last = events.get(events.size() - 1);
    assertThat(last.name()).isEqualTo("end");
    LiveFrame frame = LiveJson.read(last.data(), LiveFrame.class);
    assertThat(frame.state()).isEqualTo(RunState.ENDED);
    assertThat(frame.verdict()).isEqualTo("VALID");
    assertThat(frame.sequence()).isEqualTo(last.id());
    assertThat(events.subList(0, events.size() - 1))
        .allSatisfy(event -> assertThat(event.name()).isEqualTo("frame"));
  }

  @Test
  void live_comesBackWithLastEventId_missesNothing() throws Exception {
    String run = begin();
    SseReader first = watch("/api/runs/" + run + "/live", -1);
    await().until(() -> first.events().size() >= 3);
    long seen = first.events().get(2).id();
    first.close();
    SseReader other = watch("/api/runs/" + run + "/live", -1);
    await().until(() -> other.events().stream().anyMatch(event -> event.id() > seen + 4));

    SseReader back = watch("/api/runs/current/live", seen);
    await().until(() -> back.events().size() >= 6);

    assertThat(back.events().subList(0, 4))
        .extracting(SseReader.Event::id)
        .containsExactly(seen + 1, seen + 2, seen + 3, seen + 4);
    other.close();
    back.close();
  }

  @Test
  void live_runHasEnded_givesTheLastFrameOnceAndThenNoContent() throws Exception {
    String run = begin();
    runs.end(Verdict.DEGRADED);
    SseReader late = watch("/api/runs/" + run + "/live", -1);
    assertThat(late.ended().get(20, TimeUnit.SECONDS)).isEqualTo(200);
    assertThat(late.events()).hasSize(1);

    SseReader again = watch("/api/runs/" + run + "/live", late.events().get(0).id());

    assertThat(again.ended().get(20, TimeUnit.SECONDS)).isEqualTo(204);
    assertThat(again.events()).isEmpty();
  }

  @Test
  void live_lastEventIdOfAnotherCoordinator_startsAtTheNewest() throws Exception {
    String run = begin();
    SseReader watcher = watch("/api/runs/" + run + "/live", 1_000_000);
    await().until(() -> watcher.events().size() >= 2);
    watcher.close();
  }

  @Test
  void live_fiftyWatchersAndSomeThatNeverRead_allGetEveryFrame() throws Exception {
    String run = begin();
    List<Socket> deaf = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      deaf.add(neverReads(run));
    }
    List<SseReader> watchers = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      watchers.add(watch("/api/runs/" + run + "/live", -1));
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> watchers.stream().allMatch(w -> w.events().size() >= 40));
    runs.end(Verdict.VALID);

    for (SseReader watcher : watchers) {
      assertThat(watcher.ended().get(20, TimeUnit.SECONDS)).isEqualTo(200);
      List<SseReader.Event> events = watcher.events();
      assertThat(events.get(events.size() - 1).name()).isEqualTo("end");
      assertThat(events.get(events.size() - 1).id() - events.get(0).id())
          .as("frames missed")
          .isEqualTo(events.size() - 1);
      assertThat(events.get(events.size() - 1).data())
          .isEqualTo(watchers.get(0).events().get(watchers.get(0).events().size() - 1).data());
    }
    for (Socket socket : deaf) {
      socket.close();
    }
  }

  @Test
  void live_moreWatchersThanAllowed_areTurnedAway() throws Exception {
    String run = begin();
    List<SseReader> watchers = new ArrayList<>();
    for (int i = 0; i < SETTINGS.maxWatchers(); i++) {
      watchers.add(watch("/api/runs/" + run + "/live", -1));
    }
    await().until(() -> watchers.stream().noneMatch(w -> w.events().isEmpty()));

    assertError(get("/api/runs/" + run + "/live"), 503);
    for (SseReader watcher : watchers) {
      watcher.close();
    }
    await().until(() -> watchable(run));
  }

  private boolean watchable(String run) {
    SseReader watcher = watch("/api/runs/" + run + "/live", -1);
    await().until(() -> !watcher.events().isEmpty() || watcher.ended().isDone());
    boolean taken = !watcher.events().isEmpty();
    watcher.close();
    return taken;
  }

  private Socket neverReads(String run) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    socket
        .getOutputStream()
        .write(
            ("GET /api/runs/" + run + "/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  @Test
  void start_portInUse_failsSayingWhere() {
    assertThatThrownBy(
            () ->
                ApiServer.start(server.system(), runs, SETTINGS.at("127.0.0.1", server.port()))
                    .toCompletableFuture()
                    .join())
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOf(ApiBindException.class)
        .hasMessageStartingWith("cannot serve HTTP on 127.0.0.1:" + server.port())
        .hasMessageContaining("in use");
  }
}
