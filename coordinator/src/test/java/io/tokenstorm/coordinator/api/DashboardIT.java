package io.tokenstorm.coordinator.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard's files, checks of plans and past reports, over a real socket. */
class DashboardIT {
  @TempDir private Path root;
  private FakeRuns runs;
  private ServedRuns server;

  @BeforeEach
  void start() {
    runs = new FakeRuns(root);
    ApiSettings settings = ApiSettings.DEFAULT.at("127.0.0.1", 0).showing(root);
    server = new ServedRuns(runs, settings);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  @Test
  void root_isThePage_underAStrictPolicy() throws Exception {
    HttpResponse<String> page = server.send(server.at("/"));
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(header(page, "content-type")).startsWith("text/html");
    assertThat(page.body()).contains("<title>Tokenstorm</title>");
    assertThat(header(page, "content-security-policy"))
        .contains("default-src 'none'", "script-src 'self'", "trusted-types 'none'")
        .doesNotContain("unsafe");
    assertThat(header(page, "x-content-type-options")).isEqualTo("nosniff");
  }

  @Test
  void file_askedForAgain_isNotSentAgain() throws Exception {
    HttpResponse<String> first = server.send(server.at("/js/app.js"));
    assertThat(header(first, "content-type")).startsWith("application/javascript");
    HttpResponse<String> again =
        server.send(server.at("/js/app.js").header("If-None-Match", header(first, "etag")));
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
  }

  @Test
  void file_thatIsNone_is404_andAPostIsRefused() throws Exception {
    assertThat(server.send(server.at("/js/none.js")).statusCode()).isEqualTo(404);
    assertThat(server.send(server.at("/js/..%2f..%2freference.conf")).statusCode()).isEqualTo(404);
    assertThat(
            server.send(server.at("/").POST(HttpRequest.BodyPublishers.ofString("x"))).statusCode())
        .isEqualTo(405);
  }

  @Test
  void check_goodPlan_saysWhatWouldRun_andRunsNothing() throws Exception {
    String plan =
        """
        name: tiny
        model: m
        routes:
          direct: {url: "http://127.0.0.1:1"}
        workloads:
          short: {input_tokens: 32}
        phases:
          - {name: one, route: direct, workload: short, concurrency: 2, measure: {at_least: 10s}}
        """;
    HttpResponse<String> good = check(plan);
    assertThat(good.statusCode()).as(good.body()).isEqualTo(200);
    JsonNode body = new ObjectMapper().readTree(good.body());
    assertThat(body.at("/plan/phases/0/name").asText()).isEqualTo("one");
    assertThat(body.at("/plan/phases/0/concurrency").asInt()).isEqualTo(2);

    HttpResponse<String> bad = check(plan.replace("concurrency: 2", "concurrency: 0"));
    assertThat(bad.statusCode()).isEqualTo(200);
    JsonNode refused = new ObjectMapper().readTree(bad.body());
    assertThat(refused.at("/plan").isNull()).isTrue();
    assertThat(refused.at("/error/problems/0/line").asInt()).isEqualTo(8);
    assertThat(runs.submitted()).isEmpty();
  }

  private HttpResponse<String> check(String plan) throws Exception {
    return server.send(server.at("/api/check").POST(HttpRequest.BodyPublishers.ofString(plan)));
  }

  @Test
  void reports_ofEarlierRuns_areListedAndRead_pagesWithoutOrigin() throws Exception {
    Path old = Files.createDirectories(root.resolve("20250101-000000-old"));
    Files.writeString(old.resolve("report.json"), "{\"verdict\": \"VALID\"}");
    Files.writeString(old.resolve("report.html"), "<title>old</title>");

    JsonNode list = new ObjectMapper().readTree(server.send(server.at("/api/reports")).body());
    assertThat(list.at("/reports/0/run").asText()).isEqualTo("20250101-000000-old");
    assertThat(list.at("/reports/0/page").asBoolean()).isTrue();
    assertThat(server.send(server.at("/api/reports/20250101-000000-old")).body()).contains("VALID");

    HttpResponse<String> page =
        server.send(server.at("/api/reports/20250101-000000-old/report.html"));
    assertThat(page.body()).isEqualTo("<title>old</title>");
    assertThat(header(page, "content-security-policy"))
        .contains("default-src 'none'", "sandbox allow-scripts")
        .doesNotContain("allow-same-origin");
    assertThat(server.send(server.at("/api/reports/..")).statusCode()).isEqualTo(404);
    assertThat(server.send(server.at("/api/reports/none")).body()).contains("no_report");
  }
}
