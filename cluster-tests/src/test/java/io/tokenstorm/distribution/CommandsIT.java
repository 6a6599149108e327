package io.tokenstorm.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs by the commands that a user types, as real processes. */
class CommandsIT {
  private static final Path QUICKSTART =
      Distribution.DIRECTORY.resolve("conf/plans/quickstart.yaml");

  @TempDir private Path folder;

  /** A figure in seconds times 1000 may miss the same in milliseconds by its last binary digit. */
  private static final double ROUNDING_MILLIS = 1e-6;

  @Test
  void demo_leavesAReport_thatCanBeMadeAgain() throws Exception {
    Ended demo = Launcher.runWith(folder, Launcher.LONG, "demo", "--time-scale", "0.02");
    assertThat(demo.exitCode()).as(demo.out() + demo.err()).isZero();
    JsonNode report = report();
    assertThat(report.path("phases").size()).isEqualTo(7);
    assertThat(report.path("verdict").asText()).isEqualTo("VALID");
    assertThat(demo.out()).contains("prefix-aware").contains("report.json");
    assertThat(demo.err()).doesNotContain("Exception").doesNotContain("WARN");
    assertThat(names(folder.resolve("results"))).hasSize(1);
    assertThat(names(runDirectory()))
        .contains("records.log", "records.jsonl.gz", "events.jsonl", "plan.resolved.yaml");
    assertThat(runDirectory().resolve("logs/tokenstorm.log")).isNotEmptyFile();
    reportIsMadeAgain();
    runIsExported(report);
  }

  /**
   * The simulated replicas send the role in a chunk of its own: a first token for vLLM's client.
   */
  private void runIsExported(JsonNode report) throws Exception {
    String run = runDirectory().toString();
    Ended vllm = Launcher.run(folder, "export", run, "--format=vllm-bench");
    assertThat(vllm.exitCode()).as(vllm.err()).isZero();
    List<String> lines = vllm.out().strip().lines().toList();
    assertThat(lines).hasSize(7);
    Path file = folder.resolve("aiperf.json");
    Ended aiperf =
        Launcher.run(
            folder, "export", run, "--format=aiperf", "--phase=prefix-aware", "--out=" + file);
    assertThat(aiperf.exitCode()).as(aiperf.err()).isZero();
    JsonNode ours = report.path("phases").get(6);
    JsonNode theirs = new ObjectMapper().readTree(lines.get(6));
    assertThat(theirs.at("/tokenstorm/phase").asText()).isEqualTo(ours.path("phase").asText());
    assertThat(theirs.path("completed")).isEqualTo(ours.path("success"));
    assertThat(theirs.path("median_ttft_ms").asDouble())
        .isLessThanOrEqualTo(1000 * ours.at("/ttft/p50").asDouble() + ROUNDING_MILLIS);
    assertThat(theirs.path("median_e2el_ms").asDouble())
        .isGreaterThanOrEqualTo(1000 * ours.at("/e2e/p50").asDouble() - ROUNDING_MILLIS);
    JsonNode third = new ObjectMapper().readTree(file.toFile());
    assertThat(third.at("/time_to_first_token/p99").asDouble() / 1000)
        .isCloseTo(ours.at("/ttft/p99").asDouble(), within(1e-9));
  }

  private void reportIsMadeAgain() throws Exception {
    Path file = runDirectory().resolve("report.json");
    byte[] before = Files.readAllBytes(file);
    Files.delete(file);
    Ended again = Launcher.run(folder, "report", runDirectory().toString());
    assertThat(again.exitCode()).isZero();
    assertThat(again.out()).contains("prefix-aware");
    assertThat(file).hasBinaryContent(before);
  }

  @Test
  void interrupt_once_drainsReportsAndIsCancelled() throws Exception {
    try (Running demo = Launcher.start(folder, "demo", "--time-scale", "5")) {
      demo.awaitOutput("direct-c1 measure");
      demo.signal("TERM");
      assertThat(demo.awaitEnd()).as(demo.out() + demo.err()).isEqualTo(1);
      assertThat(demo.out()).contains("Stopping").contains("CANCELLED");
    }
    assertThat(report().path("verdict").asText()).isEqualTo("CANCELLED");
  }

  @Test
  void cluster_asSeveralProcesses_runsWhatIsSubmitted() throws Exception {
    try (Running replicas = Launcher.start(folder, "replica", "--port=0", "--gateway-port=0");
        Running coordinator =
            Launcher.start(folder, "coordinator", "--port=0", "--http-port=0", "--min-workers=2")) {
      String gateway = replicas.awaitOutput("gateway (http://[0-9.:]+)");
      String join = coordinator.awaitOutput("workers join ([0-9.:]+)");
      String api = coordinator.awaitOutput("plans go to ([0-9.:]+)");
      try (Running a = Launcher.start(folder, "worker", "--join", join, "--id=a");
          Running b = Launcher.start(folder, "worker", "--join", join, "--id=b")) {
        submitAndWatch(api, gateway);
        Ended duplicate = Launcher.run(folder, "worker", "--join", join, "--id=b");
        assertThat(duplicate.exitCode()).as(duplicate.out() + duplicate.err()).isEqualTo(2);
        assertThat(duplicate.err()).contains("refuses this worker");
        assertThat(coordinatorLog()).contains("refused: another process serves as worker 'b'");
        Ended astray = Launcher.run(folder, "worker", "--join", api, "--id=c");
        assertThat(astray.exitCode()).as(astray.out() + astray.err()).isEqualTo(3);
        assertThat(astray.err()).contains(api + " speaks HTTP").contains("--join " + join);
        a.signal("TERM");
        assertThat(a.awaitEnd()).as(a.out() + a.err()).isZero();
        assertThat(b.out()).contains("worker b joins");
        coordinator.signal("TERM");
        assertThat(coordinator.awaitEnd()).as(coordinator.out() + coordinator.err()).isZero();
      }
      assertThat(coordinator.out()).contains("worker a joined").contains("ended: VALID");
    }
  }

  private String coordinatorLog() throws IOException {
    Path logs = folder.resolve("results/logs");
    return Files.readString(logs.resolve(names(logs).get(0)));
  }

  private void submitAndWatch(String api, String gateway) throws Exception {
    Ended submit =
        Launcher.run(
            folder,
            "submit",
            QUICKSTART.toString(),
            "--to=" + api,
            "--set=routes.*.url=" + gateway,
            "--phase=gateway-c4",
            "--time-scale=0.1",
            "--watch");
    assertThat(submit.exitCode()).as(submit.out() + submit.err()).isZero();
    assertThat(submit.out()).contains("gateway-c4 done").contains("VALID");
    Ended cancel = Launcher.run(folder, "cancel", "--to=" + api);
    assertThat(cancel.exitCode()).isZero();
    assertThat(cancel.out()).contains("has ended: VALID");
  }

  private JsonNode report() throws IOException {
    return new ObjectMapper().readTree(runDirectory().resolve("report.json").toFile());
  }

  private Path runDirectory() throws IOException {
    Path results = folder.resolve("results");
    List<String> runs = names(results).stream().filter(name -> !name.equals("logs")).toList();
    assertThat(runs).hasSize(1);
    return results.resolve(runs.get(0));
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
