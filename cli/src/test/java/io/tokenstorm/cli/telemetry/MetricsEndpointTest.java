package io.tokenstorm.cli.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tokenstorm.cli.certs.CertsCommand;
import io.tokenstorm.coordinator.api.guard.ApiToken;
import io.tokenstorm.protocol.telemetry.Families;
import io.tokenstorm.protocol.telemetry.Families.Sample;
import io.tokenstorm.protocol.tls.CertificateFolder;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class MetricsEndpointTest {
  @TempDir private Path folder;

  private static final String TOKEN = "0123456789abcdef";

  private static MetricSnapshots metrics() {
    Families families = new Families(Labels.of("worker", "a"));
    families.gauges("tokenstorm_client_requests_in_flight", "Help.", List.of(Sample.of(3)));
    return families.build();
  }

  private static MetricsEndpoint endpoint(@Nullable ApiToken token) throws Exception {
    return MetricsEndpoint.start(
        new MetricsEndpoint.Place("127.0.0.1", 0, null, token), MetricsEndpointTest::metrics);
  }

  private static HttpResponse<String> get(MetricsEndpoint endpoint, String path, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + endpoint.port() + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void metrics_asked_areInTheFormatThatTheReaderPrefers() throws Exception {
    try (MetricsEndpoint endpoint = endpoint(null)) {
      HttpResponse<String> text = get(endpoint, "/metrics");
      HttpResponse<String> open =
          get(endpoint, "/metrics", "Accept", "application/openmetrics-text; version=1.0.0");

      assertThat(text.statusCode()).isEqualTo(200);
      assertThat(text.headers().firstValue("Content-Type").orElseThrow())
          .startsWith("text/plain; version=0.0.4");
      assertThat(text.body())
          .contains("\ntokenstorm_client_requests_in_flight{worker=\"a\"} 3.0\n")
          .doesNotContain("# EOF");
      assertThat(open.headers().firstValue("Content-Type").orElseThrow())
          .startsWith("application/openmetrics-text");
      assertThat(open.body()).endsWith("# EOF\n");
    }
  }

  @Test
  void otherPaths_areNotThere() throws Exception {
    try (MetricsEndpoint endpoint = endpoint(null)) {
      assertThat(get(endpoint, "/metrics/all").statusCode()).isEqualTo(404);
      assertThat(get(endpoint, "/").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void certificates_given_areWhatItSpeaksWith() throws Exception {
    Path certs = folder.resolve("certs");
    int made =
        new CommandLine(new CertsCommand())
            .execute("init", certs.toString(), "--node", "a=127.0.0.1");
    assertThat(made).isZero();
    Path own = certs.resolve("a");
    try (MetricsEndpoint endpoint =
        MetricsEndpoint.start(
            new MetricsEndpoint.Place("127.0.0.1", 0, own, null), MetricsEndpointTest::metrics)) {
      HttpClient client =
          HttpClient.newBuilder()
              .sslContext(new CertificateFolder(own).identity().context())
              .build();
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + endpoint.port() + "/metrics"))
              .build();

      assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).body())
          .contains("tokenstorm_client_requests_in_flight");
    }
  }

  @Test
  void token_wanted_isAskedForAndHeldAgainstIt() throws Exception {
    try (MetricsEndpoint endpoint = endpoint(new ApiToken(TOKEN))) {
      assertThat(get(endpoint, "/metrics").statusCode()).isEqualTo(401);
      assertThat(get(endpoint, "/metrics", "Authorization", "Bearer " + TOKEN + "0").statusCode())
          .isEqualTo(401);
      assertThat(get(endpoint, "/metrics", "Authorization", "Bearer " + TOKEN).statusCode())
          .isEqualTo(200);
    }
  }
}
