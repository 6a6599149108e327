package io.tokenstorm.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tokenstorm.cluster.stub.StubEngines;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;

/**
 * Sweeps by the command that a user types: servers are real processes, none of which is left. Side
 * by side, since mostly they wait for processes to start.
 */
@Execution(CONCURRENT)
class SweepIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Pattern PORT = Pattern.compile("--port (\\d+)");

  /** The servers that the key is for may log it, and do; nobody else does. */
  private static final String KEY = "sk-of-the-sweep-9413";

  /** All lengths of the plan instead of two: {@code -Dsweep.lengths=all}, about a minute. */
  private static final boolean ALL = System.getProperty("sweep.lengths", "").equals("all");

  @TempDir private Path folder;

  @AfterEach
  void nothingIsLeft() {
    await().atMost(PATIENCE).until(this::processes, List::isEmpty);
  }

  /** Servers of this test: a variable of their environment tells. */
  private List<Path> processes() {
    return new MarkedProcesses(folder.toString()).all();
  }

  private String[] command(String plan, String... sets) {
    List<String> command = new ArrayList<>(List.of("run", "--allow-commands"));
    command.add(Distribution.DIRECTORY.resolve("conf/plans").resolve(plan).toString());
    command.add("--set=environment.SCENE=\"" + folder + "\"");
    for (String set : sets) {
      command.add("--set=" + set);
    }
    return command.toArray(String[]::new);
  }

  private Path sweep() throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve("results"))) {
      List<Path> found = all.toList();
      assertThat(found).hasSize(1);
      return found.get(0);
    }
  }

  private JsonNode report() throws IOException {
    return new ObjectMapper().readTree(sweep().resolve("report.json").toFile());
  }

  private static void assertFree(String text) {
    for (MatchResult port : PORT.matcher(text).results().toList()) {
      FreePort.await(Integer.parseInt(port.group(1)));
    }
  }

  @Test
  void demo_endToEnd_hasItsRowsInOrder_theOneThatCannotStartAmongThem() throws Exception {
    Ended demo =
        Launcher.run(
            folder,
            command(
                "context-sweep-demo.yaml",
                "lengths=[8192, 262144]",
                "engines.sim-quadratic.request={api: openai-chat}"));
    assertThat(demo.exitCode()).as(demo.out() + demo.err()).isZero();
    List<String> rows = new ArrayList<>();
    for (JsonNode row : report().path("scenarios")) {
      rows.add(
          "%s %d %s %d"
              .formatted(
                  row.path("backend").asText(),
                  row.path("target_len").asInt(),
                  row.path("success").asBoolean(),
                  row.at("/metrics/total_input_tokens").asInt()));
    }
    assertThat(rows)
        .containsExactly(
            "sim-linear 8192 true 8192",
            "sim-linear 262144 true 262144",
            "sim-quadratic 8192 true 8192",
            "sim-quadratic 262144 false 0");
    assertThat(report().path("verdict").asText()).as(demo.out()).isEqualTo("VALID");
    assertThat(report().at("/scenarios/0/prompt_length/way").asText()).isEqualTo("token-ids");
    assertThat(report().at("/scenarios/2/prompt_length/way").asText()).isEqualTo("server-tokenize");
    assertThat(report().at("/scenarios/2/prompt_length/exact").asBoolean()).isTrue();
    assertThat(report().at("/columns/1/edge_limit_tokens").asInt()).isBetween(8_192, 262_144);
    JsonNode failed = report().path("scenarios").path(3);
    assertThat(failed.path("error").asText()).startsWith("server failed to start");
    assertThat(failed.at("/failure/cause").asText()).isEqualTo("kv-cache-too-small");
    assertThat(demo.out()).contains("no start: kv-cache-too-small").contains("report.html");
    assertThat(Files.readString(sweep().resolve("report.html"))).contains("<svg");
    assertFree(demo.out());
  }

  @Test
  void kill_thenCtrlC_leaveNoServer_andWhatIsDoneStays() throws Exception {
    String[] command = command("context-sweep-demo.yaml", "lengths=[8192, 16384]");
    String first;
    try (Running run = Launcher.start(folder, command)) {
      run.awaitOutput("row 2 of 4: .*: starting: .* --port \\d+");
      await().atMost(PATIENCE).until(this::processes, all -> !all.isEmpty());
      run.signal("KILL");
      run.awaitEnd();
      first = run.out();
    }
    await().atMost(PATIENCE).until(this::processes, List::isEmpty);
    assertFree(first);
    JsonNode kept = report().path("scenarios");
    assertThat(kept).hasSize(1);
    try (Running again =
        Launcher.start(folder, "run", "--allow-commands", "--resume", sweep().toString())) {
      again.awaitOutput("row 2 of 4: .*: ready");
      again.signal("INT");
      assertThat(again.awaitEnd()).as(again.out() + again.err()).isEqualTo(1);
      assertThat(again.out()).contains("CANCELLED").doesNotContain("row 1 of 4");
      assertFree(again.out());
    }
    assertThat(processes()).isEmpty();
    assertThat(report().path("scenarios").path(0)).isEqualTo(kept.path(0));
    assertThat(report().path("complete").asBoolean()).isFalse();
  }

  @Test
  void h200Plan_againstStubEngines_hasTwoFailuresWithRecognisedCauses() throws Exception {
    StubEngines.install(folder.resolve("bin"));
    List<String> sets = new ArrayList<>();
    if (!ALL) {
      sets.add("lengths=[65536, 1048576]");
    }
    sets.add("environment.PATH=\"" + StubEngines.pathWith(folder.resolve("bin")) + "\"");
    sets.add("engines.*.port=0");
    sets.add(
        "engines.vllm.environment={STUB_MODEL_LIMIT: 2000000, STUB_KV_TOKENS: 1000000,"
            + " VLLM_API_KEY: \"${env:SWEEP_KEY}\"}");
    sets.add("engines.vllm.headers={Authorization: \"Bearer ${env:SWEEP_KEY}\"}");
    Ended run =
        Launcher.runWith(
            folder,
            Map.of("SWEEP_KEY", KEY),
            command("context-sweep-h200.yaml", sets.toArray(String[]::new)));
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    List<String> causes = new ArrayList<>();
    int measured = 0;
    for (JsonNode row : report().path("scenarios")) {
      if (row.path("success").asBoolean()) {
        measured++;
        assertThat(row.at("/metrics/total_input_tokens")).isEqualTo(row.path("target_len"));
        assertThat(row.path("notes").toString()).doesNotContain("counted");
      } else {
        causes.add(row.path("backend").asText() + " " + row.at("/failure/cause").asText());
      }
    }
    assertThat(measured).isEqualTo(ALL ? 16 : 2);
    assertThat(causes).containsExactly("sglang context-too-long", "vllm kv-cache-too-small");
    assertThat(report().at("/config/tp").asInt()).isEqualTo(8);
    assertThat(report().at("/columns/1/edge_limit_tokens").asInt()).isEqualTo(1_000_000);
    assertFree(run.out());
    assertThat(run.out() + run.err()).doesNotContain(KEY);
    assertThat(report().path("scenarios").toString()).contains("'api_key': ['***']");
    assertThat(filesWithTheKey()).isNotEmpty().allMatch(file -> file.startsWith("server"));
  }

  /**
   * Servers that take no ids: the tokenizer's words are the server's in one, not in the other,
   * whose lengths are therefore found by usage.
   */
  @Test
  void servers_thatRefuseIds_areAskedInTextOfTheExactLength_byTheWayThatIsOpen() throws Exception {
    StubEngines.install(folder.resolve("bin"));
    Path plan = Files.writeString(folder.resolve("plan.yaml"), textPlan());
    Ended run = Launcher.run(folder, "run", "--allow-commands", "--salt=s", plan.toString());
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    List<String> ways = new ArrayList<>();
    for (JsonNode row : report().path("scenarios")) {
      JsonNode length = row.path("prompt_length");
      ways.add(row.path("backend").asText() + " by " + length.path("way").asText());
      assertThat(length.path("exact").asBoolean()).as("%s", row).isTrue();
      assertThat(length.path("remark").asText()).contains("token ids were not taken");
      assertThat(row.at("/metrics/total_input_tokens").asInt()).isEqualTo(2 * 3000);
      assertThat(row.path("cold_cache").asText()).isEqualTo("reset /flush_cache");
      assertThat(row.path("start_s")).as("one server for both repeats").hasSize(1);
    }
    assertThat(ways)
        .containsExactly("asked by server-tokenize", "known by local-tokenizer", "other by usage");
    assertThat(run.out()).contains("row 3 of 3").contains("± ");
  }

  private String textPlan() throws IOException {
    Path words = folder.resolve("words.json");
    try (InputStream in = SweepIT.class.getResourceAsStream("/tokenizer/words.json")) {
      Files.write(words, in.readAllBytes());
    }
    return """
    kind: server-matrix
    name: text
    model: m
    lengths: [3000]
    context_pad: 64
    repeats: 2
    cold: {reset: /flush_cache}
    tokenizer: "%s"
    environment: {SCENE: "%s", PATH: "%s"}
    ready: {poll: 50ms}
    engines:
      asked:
        environment: {STUB_REFUSE: ids}
        command: vllm serve m --max-model-len {max_model_len} --port {port}
      known:
        environment: {STUB_REFUSE: "ids,tokenize"}
        command: sglang serve --model-path m --context-length {max_model_len} --port {port}
      other:
        environment: {STUB_REFUSE: "ids,tokenize", STUB_TOKENS_PER_WORD: 3}
        command: vllm serve m --max-model-len {max_model_len} --port {port}
    """
        .formatted(words, folder, StubEngines.pathWith(folder.resolve("bin")));
  }

  /** Names of files that hold the API key. */
  private List<String> filesWithTheKey() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("results"))) {
      List<String> found = new ArrayList<>();
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(KEY)) {
          found.add(file.getFileName().toString());
        }
      }
      return found;
    }
  }
}
