package io.tokenstorm.coordinator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tokenstorm.coordinator.results.RunEvent.ReplicaReading;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.LivePhase;
import io.tokenstorm.coordinator.service.LiveRun;
import io.tokenstorm.coordinator.service.LiveSnapshot;
import io.tokenstorm.coordinator.service.LiveWindow;
import io.tokenstorm.coordinator.service.LiveWorker;
import io.tokenstorm.coordinator.service.RunState;
import io.tokenstorm.coordinator.service.RunSummary;
import io.tokenstorm.protocol.health.LagSpread;
import io.tokenstorm.protocol.live.LatencySketch;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.OnWorkerLoss;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.plan.Warmup;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.telemetry.LoadTotals;
import io.tokenstorm.protocol.telemetry.MetricsFormat;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.protocol.wire.LiveSketch;
import io.tokenstorm.protocol.wire.LoadCount;
import io.tokenstorm.protocol.wire.Stage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ClusterMetricsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Pattern NAME = Pattern.compile("tokenstorm_[a-z0-9_]+");

  private static RunSummary summary(RunState state, Verdict verdict) {
    return new RunSummary(
        "run-1",
        "quick \"start\"\\",
        state,
        0,
        0,
        2,
        Path.of("results"),
        Instant.EPOCH,
        verdict,
        "");
  }

  private static LiveSketch sketch() {
    Histogram micros = LatencySketch.newHistogram();
    LatencySketch.count(micros, 40e6);
    LatencySketch.count(micros, 2e9);
    LatencySketch times = LatencySketch.of(micros);
    return new LiveSketch(
        "w1",
        1,
        "run-1",
        3,
        0,
        LoadStage.MEASURE,
        9,
        2,
        Map.of("reset", 4L, "http_status", 1L),
        32,
        40,
        times,
        times,
        times,
        times);
  }

  private static LiveWorker worker(String id, LiveWorker.State state) {
    HealthSample health =
        new HealthSample(
            1,
            new LagSpread(List.of(90, 10)),
            2_000_000,
            new HealthSample.Turnaround(5, 1_000_000, 3_000_000, 3_000_000),
            HealthSample.Reads.NONE,
            HealthSample.Pauses.UNKNOWN,
            new HealthSample.Machine(0.5, 2, 0.1, 0.01, 0),
            0,
            0,
            "");
    WorkerStatus status =
        new WorkerStatus(
            id,
            1,
            1,
            "run-1",
            3,
            0,
            Stage.MEASURE,
            true,
            true,
            "",
            6,
            LoadCount.NONE,
            LoadCount.NONE,
            0,
            0,
            health);
    return new LiveWorker(id, state, "", "host", 7, 2, 1, 0, 4, 150_000, 11 * SECOND, status);
  }

  private static LiveSnapshot snapshot() {
    Phase phase =
        new Phase(
            "direct-c8",
            "direct",
            "short",
            8,
            new RequestSpec(Api.OPENAI_CHAT, 16, true, true, Map.of(), Map.of()),
            new Warmup(2, Duration.ZERO, true),
            new Measure(Duration.ofSeconds(20), 0),
            new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofMinutes(5)),
            List.of());
    Plan plan =
        new Plan(
            "quick",
            "m",
            Map.of(),
            List.of(),
            7,
            OnWorkerLoss.DEFAULT,
            Map.of(),
            Map.of(),
            List.of(phase));
    LiveWindow window = new LiveWindow(10 * SECOND, 30 * SECOND, 0, Long.MAX_VALUE);
    LivePhase at =
        new LivePhase(
            0, 3, Stage.MEASURE, 10 * SECOND, "", 8, 7, window, window, List.of(sketch()));
    LiveRun run =
        new LiveRun(
            summary(RunState.RUNNING, null),
            plan,
            0,
            0,
            at,
            List.of(),
            List.of(),
            Map.of(
                "r1",
                new ReplicaReading(
                    "r1",
                    1,
                    2,
                    "vllm",
                    Map.of("running", 5.0, "waiting", 1.0, "kv_usage", 0.25),
                    ""),
                "r2",
                new ReplicaReading("r2", 1, 2, "", Map.of(), "refused")));
    return new LiveSnapshot(
        12 * SECOND,
        List.of(worker("w1", LiveWorker.State.SERVING), worker("w2", LiveWorker.State.LOST)),
        run,
        List.of(summary(RunState.ENDED, Verdict.VALID), summary(RunState.RUNNING, null)));
  }

  private static String text(LiveSnapshot snapshot, String accept) {
    LoadTotals totals = new LoadTotals();
    if (snapshot.run() != null) {
      totals.observe(snapshot.run().current().sketches());
    }
    return new String(
        MetricsFormat.of(ClusterMetrics.of(snapshot, totals.totals()), accept).body(),
        StandardCharsets.UTF_8);
  }

  private static StrictText everything() {
    return new StrictText(text(snapshot(), ""));
  }

  @Test
  void metrics_ofARun_areWellFormedAndTrue() {
    StrictText read = everything();

    assertThat(read.value("tokenstorm_requests_sent_total", "stage", "measure")).isEqualTo(9);
    assertThat(read.value("tokenstorm_requests_failed_total", "kind", "reset", "stage", "measure"))
        .isEqualTo(4);
    assertThat(read.value("tokenstorm_output_tokens_total", "stage", "measure")).isEqualTo(32);
    assertThat(read.value("tokenstorm_requests_in_flight")).isEqualTo(7);
    assertThat(read.value("tokenstorm_phase_concurrency")).isEqualTo(8);
    assertThat(read.all("tokenstorm_phase_info").get(0).labels())
        .containsEntry("phase", "direct-c8")
        .containsEntry("stage", "measure");
    assertThat(read.value("tokenstorm_runs_ended_total", "verdict", "valid")).isEqualTo(1);
    assertThat(read.value("tokenstorm_runs_ended_total", "verdict", "invalid")).isZero();
    assertThat(read.value("tokenstorm_runs", "state", "running")).isEqualTo(1);
  }

  @Test
  void latencies_areBucketsOfSeconds() {
    StrictText read = everything();
    String name = "tokenstorm_time_to_first_token_seconds";

    assertThat(read.types()).containsEntry(name, "histogram");
    assertThat(read.value(name + "_count", "stage", "measure")).isEqualTo(2);
    assertThat(read.value(name + "_sum", "stage", "measure")).isBetween(2.03, 2.05);
    assertThat(read.value(name + "_bucket", "le", "0.03", "stage", "measure")).isZero();
    assertThat(read.value(name + "_bucket", "le", "0.05", "stage", "measure")).isEqualTo(1);
    assertThat(read.value(name + "_bucket", "le", "+Inf", "stage", "measure")).isEqualTo(2);
  }

  @Test
  void workers_thatAreLost_areCountedAndTellNothing() {
    StrictText read = everything();

    assertThat(read.value("tokenstorm_workers", "state", "lost")).isEqualTo(1);
    assertThat(read.value("tokenstorm_worker_loop_lag_max_seconds", "worker", "w1"))
        .isEqualTo(0.002);
    assertThat(read.value("tokenstorm_worker_heard_seconds", "worker", "w1")).isEqualTo(1);
    assertThat(read.all("tokenstorm_worker_slots")).hasSize(1);
  }

  @Test
  void replicas_tellWhatCouldBeRead() {
    StrictText read = everything();

    assertThat(read.value("tokenstorm_replica_read", "replica", "r2")).isZero();
    assertThat(read.value("tokenstorm_replica_requests_running", "replica", "r1")).isEqualTo(5);
    assertThat(read.value("tokenstorm_replica_kv_usage_ratio", "replica", "r1")).isEqualTo(0.25);
    assertThat(read.all("tokenstorm_replica_requests_waiting")).hasSize(1);
  }

  @Test
  void metrics_beforeAnyRun_areWellFormed() {
    StrictText read =
        new StrictText(text(new LiveSnapshot(0, List.of(), null, List.of()), "text/plain"));

    assertThat(read.types()).containsKeys("tokenstorm_workers", "tokenstorm_runs");
    assertThat(read.types()).doesNotContainKeys("tokenstorm_phase_info");
    // what a counter had counted before a reader first saw it would be lost to rate() and
    // increase()
    for (String stage : List.of("warmup", "measure")) {
      assertThat(read.value("tokenstorm_requests_succeeded_total", "stage", stage)).isZero();
      assertThat(read.value("tokenstorm_requests_failed_total", "kind", "reset", "stage", stage))
          .isZero();
    }
  }

  @Test
  void openMetrics_accepted_isWhatComes() {
    assertThat(text(snapshot(), "application/openmetrics-text;version=1.0.0,text/plain;q=0.5"))
        .contains("# TYPE tokenstorm_requests_sent counter\n")
        .endsWith("# EOF\n");
  }

  /** All names that samples and families have. */
  private static Set<String> known() {
    Set<String> names = new TreeSet<>();
    everything()
        .types()
        .forEach(
            (name, type) -> {
              names.add(name);
              if (type.equals("histogram")) {
                names.addAll(Set.of(name + "_bucket", name + "_count", name + "_sum"));
              }
            });
    return names;
  }

  @Test
  void grafanaDashboard_asShipped_namesOnlyWhatIsTold() throws IOException {
    String json = Files.readString(Path.of("../deploy/grafana/tokenstorm.json"));
    JsonNode board = new JsonMapper().readTree(json);

    Set<String> named = named(json);
    assertThat(named).hasSizeGreaterThan(15).isSubsetOf(known());
    List<JsonNode> queries = board.path("panels").findValues("expr");
    assertThat(queries).hasSizeGreaterThan(20);
    assertThat(queries).allSatisfy(q -> assertThat(named(q.asText())).isNotEmpty());
    assertThat(board.path("panels").findValuesAsText("id")).doesNotHaveDuplicates();
  }

  @Test
  void documentation_namesAllThatIsTold_andNothingElse() throws IOException {
    String page = Files.readString(Path.of("../docs/telemetry.md"));
    Set<String> told = new TreeSet<>(everything().types().keySet());
    Set<String> written = named(page);
    written.removeIf(name -> name.startsWith("tokenstorm_client_"));

    assertThat(written).isEqualTo(told);
  }

  private static Set<String> named(String text) {
    Set<String> names = new TreeSet<>();
    NAME.matcher(text).results().map(MatchResult::group).forEach(names::add);
    return names;
  }
}
