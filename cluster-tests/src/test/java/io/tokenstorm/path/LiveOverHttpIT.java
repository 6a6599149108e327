package io.tokenstorm.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tokenstorm.cli.client.ApiClient;
import io.tokenstorm.cli.client.PlanSubmission;
import io.tokenstorm.cli.client.RunWatch;
import io.tokenstorm.cli.client.WatchListener;
import io.tokenstorm.cli.option.HostPort;
import io.tokenstorm.coordinator.api.ApiServer;
import io.tokenstorm.coordinator.api.ApiSettings;
import io.tokenstorm.coordinator.api.view.RunView;
import io.tokenstorm.coordinator.live.LiveFrame;
import io.tokenstorm.coordinator.live.PhaseRow.Headline;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.protocol.wire.Stage;
import io.tokenstorm.replica.ReplicaSet;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run submitted, watched and read over HTTP, against a real cluster and simulated replicas. */
class LiveOverHttpIT {
  private static final String PLAN =
      """
      name: live
      model: tokenstorm-sim
      routes:
        direct: {url: "%s"}
      defaults:
        output_tokens: 16
        warmup: {requests_per_slot: 1}
        measure: {at_least: 5s}
      workloads:
        short: {input_tokens: 300}
      phases:
        - {name: a, route: direct, workload: short, concurrency: 5}
        - {name: b, route: direct, workload: short, concurrency: 3, measure: {requests: 40}}
      """;

  @TempDir private Path directory;
  private final List<LiveFrame> frames = new ArrayList<>();

  @Test
  void watch_wholeRun_itsLastFrameAgreesWithTheReport() throws Exception {
    JsonNode report;
    LiveFrame last;
    try (ReplicaSet replicas = ReplicaSet.pair("fast");
        LoopbackCluster cluster = new LoopbackCluster(directory, 2)) {
      cluster.worker("w1");
      cluster.worker("w2");
      ApiServer server =
          ApiServer.start(
                  cluster.system(), cluster.service(), ApiSettings.DEFAULT.at("127.0.0.1", 0))
              .toCompletableFuture()
              .join();
      ApiClient client = new ApiClient(new HostPort("127.0.0.1", server.port()));
      String run = submit(client, replicas.replica("r1").url().toString());
      last = watch(client, run);
      report = new ObjectMapper().readTree(client.report(run));
      assertThat(client.cluster().workers()).hasSize(2);
      server.stop(Duration.ofSeconds(1)).toCompletableFuture().join();
    }

    assertThat(last.verdict()).isEqualTo(report.at("/verdict").asText());
    assertThat(last.phases()).hasSize(2);
    for (int i = 0; i < 2; i++) {
      Headline live = Objects.requireNonNull(last.phases().get(i).headline());
      assertAgrees(live, report.at("/phases/" + i));
    }
    assertMeasuringFramesMakeSense();
  }

  private static String submit(ApiClient client, String url) {
    RunView.Submitted taken =
        client.submit(
            new PlanSubmission("live.yaml", "s", 1, List.of(), List.of(), List.of("test")),
            PLAN.formatted(url).getBytes(StandardCharsets.UTF_8));
    assertThat(taken.position()).isZero();
    return taken.run();
  }

  private LiveFrame watch(ApiClient client, String run) throws InterruptedException {
    WatchListener listener =
        new WatchListener() {
          @Override
          public void onFrame(LiveFrame frame) {
            frames.add(frame);
          }

          @Override
          public void onSilence(String why) {
            throw new AssertionError(why);
          }
        };
    try (RunWatch watch = new RunWatch(client, run, listener, Ticker.system())) {
      return watch.toEnd().orElseThrow();
    }
  }

  /** Percentiles of a sketch are not interpolated: with few samples they lie a sample apart. */
  private static void assertAgrees(Headline live, JsonNode report) {
    assertThat(live.requests()).isEqualTo(report.at("/requests").asLong());
    assertThat(live.success()).isEqualTo(report.at("/success").asLong());
    assertThat(live.errors()).isEqualTo(report.at("/errors").asLong());
    assertThat(live.elapsedSeconds()).isCloseTo(report.at("/elapsed").asDouble(), within(1e-6));
    assertThat(live.outputTokensPerSecond())
        .isCloseTo(report.at("/output_tokens_per_second").asDouble(), within(1e-3));
    assertThat(live.requestRate()).isCloseTo(report.at("/request_rate").asDouble(), within(1e-3));
    double p50 = report.at("/ttft/p50").asDouble();
    assertThat(live.ttftP50()).isCloseTo(p50, within(p50 * 0.05));
    assertThat(live.ttftP99())
        .isBetween(
            report.at("/ttft/p50").asDouble() * 0.998, report.at("/ttft/max").asDouble() * 1.002);
  }

  private void assertMeasuringFramesMakeSense() {
    assertThat(frames).extracting(LiveFrame::sequence).isSorted().doesNotHaveDuplicates();
    List<LiveFrame> measuring =
        frames.stream()
            .filter(f -> f.current() != null && f.current().stage() == Stage.MEASURE)
            .toList();
    assertThat(measuring).isNotEmpty();
    assertThat(measuring)
        .allSatisfy(
            frame -> {
              assertThat(frame.current().inFlight()).isBetween(0, frame.current().concurrency());
              assertThat(frame.workers()).hasSize(2);
            });
    assertThat(measuring)
        .anySatisfy(
            frame -> {
              assertThat(frame.recent().tokensPerSecond()).isPositive();
              assertThat(frame.ttft().p99()).isPositive();
              assertThat(frame.current().progress().requests()).isPositive();
            });
  }
}
