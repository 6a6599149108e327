package io.tokenstorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of plans that name commands, before any of them is started. */
class SweepCommandTest {
  private static final String PLAN =
      """
      kind: server-matrix
      name: small
      model: m
      lengths: [100, 200]
      context_pad: 24
      environment: {CUDA_VISIBLE_DEVICES: "0,1", HF_TOKEN: "${env:TOKENSTORM_TEST_NOT_SET}"}
      engines:
        a:
          port: 8000
          command: serve {model} --len {max_model_len} --port {port} --json '{"a":1}'
      """;

  @TempDir private Path folder;

  private String plan() throws IOException {
    return Files.writeString(folder.resolve("plan.yaml"), PLAN).toString();
  }

  @Test
  void render_printsWhatAShellWouldTake() throws IOException {
    CommandRun run = CommandRun.of("validate", "--no-env", "--render", plan());
    assertThat(run.exitCode()).as(run.err()).isZero();
    String environment =
        ", environment CUDA_VISIBLE_DEVICES=0,1 HF_TOKEN=${env:TOKENSTORM_TEST_NOT_SET}";
    assertThat(run.out().lines())
        .containsExactly(
            "# row 1: a, prompt 100 tokens, started for 124" + environment,
            "serve m --len 124 --port 8000 --json '{\"a\":1}'",
            "# row 2: a, prompt 200 tokens, started for 224" + environment,
            "serve m --len 224 --port 8000 --json '{\"a\":1}'");
  }

  @Test
  void validate_aMatrix_saysHowManyRows() throws IOException {
    CommandRun run = CommandRun.of("validate", "--no-env", plan());
    assertThat(run.out()).contains("valid: a server matrix of 2 rows, 1 engines, 2 lengths");
    assertThat(CommandRun.of("validate", plan()).err()).contains("TOKENSTORM_TEST_NOT_SET");
    assertThat(CommandRun.of("validate", "--no-env", "--resolved", plan()).exitCode()).isEqualTo(2);
  }

  @Test
  void tokenizer_thatIsNotThere_isSaidBeforeAnythingIsStarted() throws IOException {
    String plan =
        Files.writeString(folder.resolve("text.yaml"), PLAN + "tokenizer: no.json\n").toString();
    String placed = PLAN.lines().count() + 1 + ":12: tokenizer: tokenizer no.json: no such file";
    String set = "--set=environment={CUDA_VISIBLE_DEVICES: \"0\"}";
    assertThat(CommandRun.of("validate", set, plan).err()).contains(placed);
    CommandRun run = CommandRun.of("run", "--allow-commands", set, plan);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(placed);
    assertThat(CommandRun.of("validate", "--no-env", plan).exitCode()).isZero();
  }

  @Test
  void run_withoutLeave_startsNothing() throws IOException {
    CommandRun run =
        CommandRun.of("run", "--no-env", "--out", folder.resolve("out").toString(), plan());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--allow-commands").contains("validate --render");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void render_ofAServerOnAWorkersHost_namesTheWorker_whoseVariablesAreNotLookedForHere()
      throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("elsewhere.yaml"),
            PLAN.replace("    port: 8000\n", "    port: 8000\n    worker: gpu1\n")
                .replace("--port {port}", "--host {host} --port {port}"));
    CommandRun run = CommandRun.of("validate", "--render", file.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("started for 124, on the host of worker gpu1, environment")
        .contains("serve m --len 124 --host 0.0.0.0 --port 8000");
  }

  @Test
  void run_ofAnOrdinaryPlan_takesNoPlaceToJoin() throws IOException {
    Path plan = Files.writeString(folder.resolve("ordinary.yaml"), "name: x\n");
    CommandRun run = CommandRun.of("run", plan.toString(), "--port", "7999");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--port is for a server matrix");
  }

  @Test
  void worker_thatWouldTakeCommandsFromAnyone_isRefused() {
    CommandRun run =
        CommandRun.of(
            "worker",
            "--join=192.0.2.1:7355",
            "--host=192.0.2.2",
            "--insecure",
            "--allow-commands",
            "--spool=" + folder);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--allow-commands: without TLS").contains("--certs DIR");
  }
}
