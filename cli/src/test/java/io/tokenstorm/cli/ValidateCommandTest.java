package io.tokenstorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidateCommandTest {
  private static final String PLAN =
      """
      name: small
      model: m
      seed: 1
      routes: {direct: {url: "http://127.0.0.1:8000"}}
      auth: {bearer: "${env:TOKENSTORM_TEST_NOT_SET}"}
      workloads: {short: {input_tokens: 100}}
      phases:
        - {name: a, route: direct, workload: short, concurrency: 1, measure: {at_least: 10s}}
        - {name: b, route: direct, workload: short, concurrency: 2, measure: {at_least: 10s}}
      """;

  private static final String TINY = "../protocol/src/test/resources/tokenizer/tiny.json";

  @TempDir private Path folder;

  @Test
  void goodPlan_isValid() throws IOException {
    CommandRun run = CommandRun.of("validate", "--no-env", plan(PLAN));
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("valid: 2 phases, 1 route, 1 workload; plan hash ");
  }

  @Test
  void missingVariable_isLocated_unlessNotAskedFor() throws IOException {
    CommandRun run = CommandRun.of("validate", plan(PLAN));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("plan.yaml:5:").contains("TOKENSTORM_TEST_NOT_SET");
  }

  @Test
  void allProblems_areToldAtOnce() throws IOException {
    String bad = PLAN.replace("workload: short", "workload: shrt").replace("seed", "sede");
    CommandRun run = CommandRun.of("validate", "--no-env", plan(bad));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("the plan has 3 problems")
        .contains("plan.yaml:3:1")
        .contains("did you mean seed?")
        .contains("did you mean short?");
  }

  @Test
  void missingFile_isSaid() {
    CommandRun run = CommandRun.of("validate", folder.resolve("none.yaml").toString());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("none.yaml").contains("there is no such file");
  }

  @Test
  void resolved_withOptions_isAPlanAgain() throws IOException {
    CommandRun run =
        CommandRun.of(
            "validate",
            "--no-env",
            "--resolved",
            "--phase=b",
            "--time-scale=0.5",
            "--set=phases.b.concurrency=7",
            plan(PLAN));
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("concurrency: 7").contains("5s").doesNotContain("name: \"a\"");
    CommandRun again = CommandRun.of("validate", "--no-env", plan(run.out()));
    assertThat(again.err()).isEmpty();
    assertThat(again.out()).contains("valid: 1 phase,");
  }

  @Test
  void tokenizer_thatIsNotThere_orIsNone_isLocated_unlessNotAskedFor() throws IOException {
    Path none = Files.writeString(folder.resolve("none.json"), "{}");
    String two =
        PLAN.replace("auth: {bearer: \"${env:TOKENSTORM_TEST_NOT_SET}\"}\n", "tokenizer: no.json\n")
            .replace("100}", "100}, long: {input_tokens: 900, tokenizer: \"%s\"}".formatted(none))
            .replace("short, concurrency: 2", "long, concurrency: 2");
    CommandRun run = CommandRun.of("validate", plan(two));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains(
            "plan.yaml:5:12: tokenizer: tokenizer no.json: no such file on this node; put the")
        .contains("workloads.long.tokenizer: tokenizer " + none + " cannot be loaded:")
        .contains("or check the plan with --no-env");
    assertThat(CommandRun.of("validate", "--no-env", plan(two)).exitCode()).isZero();
    assertThat(CommandRun.of("validate", "--phase=b", plan(two)).err())
        .contains("the plan has a problem")
        .contains("long.tokenizer");
    String there = two.replace("no.json", TINY).replace(none.toString(), TINY);
    assertThat(CommandRun.of("validate", plan(there)).err()).isEmpty();
  }

  private String plan(String text) throws IOException {
    return Files.writeString(folder.resolve("plan.yaml"), text).toString();
  }
}
