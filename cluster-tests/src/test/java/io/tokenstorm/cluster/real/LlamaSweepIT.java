package io.tokenstorm.cluster.real;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A context sweep of a real server, by the command that a user types: prompts have exactly the
 * lengths of the plan by the server's own log, and its memory limit is the edge.
 */
@Tag("real-server")
@Timeout(300)
class LlamaSweepIT {
  private static final int TOO_LONG = 4_000_000;

  /** Half a KB of KV cache a token: the last length needs 2 GB. */
  private static final String LIMIT_KB = "1500000";

  @TempDir private Path folder;

  @Test
  void sweep_ofARealServer_hasExactLengths_andEndsWhereItsMemoryDoes() throws Exception {
    Path plan = Files.writeString(folder.resolve("plan.yaml"), plan());
    Process run = tokenstorm("run", "--allow-commands", "--out", "results", plan.toString());
    assertThat(run.waitFor(240, TimeUnit.SECONDS)).isTrue();
    String said = Files.readString(folder.resolve("said"));
    assertThat(run.exitValue()).as(said).isZero();
    Path sweep = only(folder.resolve("results"), "2");
    List<JsonNode> rows = new ArrayList<>();
    new JsonMapper()
        .readTree(sweep.resolve("report.json").toFile())
        .path("scenarios")
        .forEach(rows::add);
    assertThat(rows)
        .extracting(row -> row.path("backend").asText() + " " + row.path("target_len").asInt())
        .containsExactly(
            "ids 512",
            "ids 2048",
            "ids 8192",
            "ids " + TOO_LONG,
            "chat 512",
            "chat 2048",
            "chat 8192",
            "chat " + TOO_LONG);
    for (JsonNode row : rows) {
      if (row.path("target_len").asInt() == TOO_LONG) {
        assertThat(row.path("error").asText()).startsWith("server failed to start");
        assertThat(row.at("/failure/cause").asText()).isEqualTo("kv-cache-too-small");
      } else {
        isExact(row, served(sweep, rows.indexOf(row)));
      }
    }
  }

  private static void isExact(JsonNode row, List<LlamaServer.Served> served) {
    int length = row.path("target_len").asInt();
    boolean ids = row.path("backend").asText().equals("ids");
    assertThat(row.path("success").asBoolean()).as("%s", row).isTrue();
    assertThat(row.at("/metrics/total_input_tokens").asInt()).isEqualTo(length);
    assertThat(row.at("/metrics/total_output_tokens").asInt()).isEqualTo(1);
    assertThat(row.at("/prompt_length/way").asText())
        .isEqualTo(ids ? "token-ids" : "server-tokenize");
    // a text's length is tried with up to 512 tokens before
    long most = !ids && length <= 512 ? 2 : 1;
    assertThat(served.stream().filter(new LlamaServer.Served(length, 1)::equals).count())
        .as("the server's own account: %s", served)
        .isBetween(1L, most);
  }

  private List<LlamaServer.Served> served(Path sweep, int row) throws IOException {
    Path log = only(sweep.resolve("rows"), "%03d".formatted(row + 1)).resolve("server.log");
    return new LlamaServer(1, log).served();
  }

  private static Path only(Path folder, String beginning) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> found =
          all.filter(path -> path.getFileName().toString().startsWith(beginning)).toList();
      assertThat(found).as("%s* in %s", beginning, folder).hasSize(1);
      return found.get(0);
    }
  }

  /** As a process of its own, as {@code bin/tokenstorm} runs it. */
  private Process tokenstorm(String... arguments) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                "io.tokenstorm.cli.Main"));
    line.addAll(List.of(arguments));
    return new ProcessBuilder(line)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("said").toFile())
        .start();
  }

  private static String plan() {
    return """
    kind: server-matrix
    name: llama
    model: %1$s
    lengths: [512, 2048, 8192, %2$d]
    context_pad: 64
    token_ids: {first: 70, last: 200}
    ready: {within: 60s, poll: 100ms}
    stop: {grace: 10s}
    engines:
      ids:
        command: [sh, -c, "%3$s"]
      chat:
        request: {api: openai-chat, body: {cache_prompt: false}}
        command: [sh, -c, "%3$s"]
    """
        .formatted(
            LlamaServer.MODEL,
            TOO_LONG,
            "ulimit -v %s; exec %s -m {model} -t 1 -np 1 -c {max_model_len} --host 127.0.0.1 --port {port}"
                .formatted(LIMIT_KB, LlamaServer.installed()));
  }
}
