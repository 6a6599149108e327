package io.tokenstorm.coordinator.matrix.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tokenstorm.coordinator.matrix.ColdCache;
import io.tokenstorm.coordinator.matrix.EngineSpec.EnvironmentValue;
import io.tokenstorm.coordinator.matrix.MatrixGrid.Search;
import io.tokenstorm.coordinator.matrix.MatrixPlan;
import io.tokenstorm.coordinator.matrix.MatrixRow;
import io.tokenstorm.coordinator.matrix.RowCommand;
import io.tokenstorm.coordinator.matrix.RowPlan;
import io.tokenstorm.coordinator.plan.PlanReader;
import io.tokenstorm.coordinator.plan.PlanResult;
import io.tokenstorm.coordinator.plan.ReadOptions;
import io.tokenstorm.coordinator.plan.ResolvedPlan;
import io.tokenstorm.coordinator.plan.source.Problem;
import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.SecretRef;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class MatrixReaderTest {
  private static final Path H200 = Path.of("../conf/plans/context-sweep-h200.yaml");
  private static final RowCommand.Place PLACE = new RowCommand.Place("/home", "/home/tokenstorm");
  private static final String SMALL =
      """
      kind: server-matrix
      name: small
      model: m
      lengths: [100, 200]
      axes: {tp: [1, 2], dtype: [fp8, bf16]}
      engines:
        a: {command: "serve {model} --tp {tp} --port {port}"}
        b: {command: [serve, "{model}", "--dtype={dtype}", "{port}"]}
      """;

  private static MatrixPlan accepted(String text, String... sets) {
    MatrixResult result =
        MatrixReader.read(
            "plan.yaml",
            text.getBytes(StandardCharsets.UTF_8),
            ReadOptions.NONE.withSets(List.of(sets)));
    assertThat(result).isInstanceOf(MatrixResult.Accepted.class);
    return ((MatrixResult.Accepted) result).plan();
  }

  private static String refused(String text) {
    MatrixResult result =
        MatrixReader.read("plan.yaml", text.getBytes(StandardCharsets.UTF_8), ReadOptions.NONE);
    assertThat(result).isInstanceOf(MatrixResult.Refused.class);
    return ((MatrixResult.Refused) result)
        .problems().stream().map(Problem::render).collect(Collectors.joining("\n"));
  }

  @Test
  void h200Plan_rows_haveTheReferencesCommandsInItsOrder() throws IOException {
    MatrixPlan plan = ((MatrixResult.Accepted) MatrixReader.read(H200, ReadOptions.NONE)).plan();
    List<String> expected = new ArrayList<>();
    try (InputStream in = getClass().getResourceAsStream("/sweep/reference-context-sweep.json")) {
      for (JsonNode scenario : new JsonMapper().readTree(in).path("scenarios")) {
        expected.add(
            scenario.path("backend").asText()
                + ' '
                + scenario.path("target_len").asInt()
                + ' '
                + scenario.path("max_model_len").asInt()
                + ' '
                + scenario.path("server_args").asText());
      }
    }
    assertThat(expected).hasSize(18);
    assertThat(
            MatrixRow.grid(plan).stream()
                .map(
                    row ->
                        row.engine().name()
                            + ' '
                            + row.targetLen()
                            + ' '
                            + row.maxModelLen()
                            + ' '
                            + RowCommand.of(plan, row, row.engine().address().port(), PLACE).line())
                .toList())
        .isEqualTo(expected);
  }

  @Test
  void rows_ofTwoEngines_areMultipliedByTheAxesThatEachNames() {
    assertThat(MatrixRow.grid(accepted(SMALL)).stream().map(MatrixRow::key).toList())
        .containsExactly(
            "a tp=1 100",
            "a tp=1 200",
            "a tp=2 100",
            "a tp=2 200",
            "b dtype=fp8 100",
            "b dtype=fp8 200",
            "b dtype=bf16 100",
            "b dtype=bf16 200");
  }

  @Test
  void plan_everythingGiven_isRead() {
    MatrixPlan plan =
        accepted(
            SMALL
                + """
                context_pad: 24
                search: {max_context: {granularity: 50, up_to: 400}}
                repeats: 3
                cold: {reset: /reset_prefix_cache}
                output_tokens: 2
                request_rate: 2.5
                environment: {A: "1", HF_TOKEN: "${env:HF_TOKEN}"}
                request: {api: sglang-generate, timeout: {idle: 1m}}
                ready: {health: /ping, within: 10s, poll: 20ms, warm: false}
                stop: {grace: 3s, check: "true", check_within: 4s}
                """,
            "lengths=[7]");
    assertThat(plan.grid().lengths()).containsExactly(7);
    assertThat(plan.grid().search()).isEqualTo(new Search(50, 400));
    assertThat(plan.grid().cold()).isEqualTo(new ColdCache.Reset("/reset_prefix_cache"));
    assertThat(plan.load().requestRate()).hasToString("2.5");
    assertThat(plan.engines().get(0).environment())
        .containsEntry("A", new EnvironmentValue("1", null))
        .containsEntry("HF_TOKEN", new EnvironmentValue("", "HF_TOKEN"));
    assertThat(plan.engines().get(1).request().outputTokens()).isEqualTo(2);
    assertThat(plan.engines().get(1).ready().health()).isEqualTo("/ping");
    assertThat(plan.engines().get(1).stop().check()).containsExactly("true");
    assertThat(MatrixRow.grid(plan).get(0).maxModelLen()).isEqualTo(31);
  }

  @Test
  void paths_thatCannotStandInAUrl_areRefused() {
    for (String path : List.of("he%alth", "/he%alth", "//health", "/a b", "/{x}")) {
      assertThat(refused(SMALL + "ready: {health: '" + path + "'}\n"))
          .contains("ready.health: not a path");
      assertThat(refused(SMALL + "cold: {reset: '" + path + "'}\n"))
          .contains("cold.reset: not a path");
    }
  }

  @Test
  void plan_wrongInManyPlaces_saysAllOfItWhereItStands() {
    String problems =
        refused(
            """
            kind: server-matrix
            name: small
            modle: m
            lengths: [200, 100]
            axes: {tp: [1], idle: [x], port: [1]}
            environment: {API_KEY: sk-123}
            engines:
              a: {command: "serve {modell} --tp {tp} 'x"}
              b: {command: "serve {modell} --tp {tp}"}
            """);
    assertThat(problems)
        .contains("plan.yaml:3:1: modle: unknown key in a server-matrix plan; did you mean model?")
        .contains("plan.yaml:4:16: lengths.1: a length of 100 after 200")
        .contains("axes.idle: no engine names {idle}")
        .contains("axes.port: {port} has its value already")
        .contains("environment.API_KEY: secrets stand in a plan only by reference")
        .contains("engines.a.command: a quote is not closed")
        .contains("engines.b.command: {modell} has no value")
        .contains("did you mean model?")
        .doesNotContain("sk-123");
  }

  @Test
  void rate_thatWouldHaveToPacePrompts_isRefused() {
    assertThat(accepted(SMALL + "request_rate: 10000\n").load().requestRate()).hasToString("10000");
    assertThat(refused(SMALL + "request_rate: 10000\nprompts: 2\n"))
        .contains("request_rate: with 2 prompts a row this rate would have to pace them");
  }

  @Test
  void command_withoutAPort_isRefused() {
    assertThat(refused(SMALL.replace(" --port {port}", "")))
        .contains("engines.a.command: this server is told no port");
  }

  @Test
  void secret_inACommand_isRefused() {
    assertThat(refused(SMALL.replace("--tp {tp}", "--tp {tp} --key ${env:KEY}")))
        .contains("engines.a.command: a secret in a command");
  }

  @Test
  void variable_notSet_isLocated() {
    MatrixResult result =
        MatrixReader.read(
            "plan.yaml",
            (SMALL + "environment: {HF_TOKEN: \"${env:NONE_SUCH}\"}\n")
                .getBytes(StandardCharsets.UTF_8),
            ReadOptions.NONE.withEnvironment(name -> false));
    assertThat(((MatrixResult.Refused) result).problems().get(0).render())
        .startsWith("plan.yaml:9:25: environment.HF_TOKEN")
        .contains("NONE_SUCH is not set");
  }

  @Test
  void headers_ofThePlanAndOfAnEngine_areThoseOfItsRequests_secretsByReferenceOnly() {
    MatrixPlan plan =
        accepted(
            SMALL.replace("engines:", "headers: {Authorization: \"Bearer ${env:KEY}\"}\nengines:"));
    MatrixRow row = MatrixRow.grid(plan).get(0);
    HeaderValue key = HeaderValue.secret(new SecretRef("KEY", "Bearer "));
    assertThat(
            RowPlan.of(plan, row, "m", URI.create("http://127.0.0.1:9999"))
                .routes()
                .get("a")
                .headers())
        .isEqualTo(Map.of("Authorization", key));
    assertThat(refused(SMALL.replace("engines:", "headers: {Authorization: sk-123}\nengines:")))
        .contains("headers.Authorization: secrets stand in a plan only by reference")
        .doesNotContain("sk-123");
    MatrixResult unset =
        MatrixReader.read(
            "plan.yaml",
            SMALL
                .replace("engines:", "headers: {api-key: \"${env:NONE_SUCH}\"}\nengines:")
                .getBytes(StandardCharsets.UTF_8),
            ReadOptions.NONE.withEnvironment(name -> false));
    assertThat(((MatrixResult.Refused) unset).problems().get(0).render())
        .contains("headers.api-key: the environment variable NONE_SUCH is not set");
  }

  @Test
  void engine_onAWorkersHost_needsItsPort_andListensOnAllAddresses() {
    String elsewhere = SMALL.replace("engines:\n", "engines:\n  z: {worker: \"{tp}\", %s}\n");
    MatrixPlan plan = accepted(elsewhere.formatted("port: 9000, command: z"));
    assertThat(plan.engines().get(0).address().host()).isEqualTo("0.0.0.0");
    assertThat(plan.engines().get(1).address().host()).isEqualTo("127.0.0.1");
    MatrixRow row = MatrixRow.grid(plan).get(0);
    assertThat(RowCommand.of(plan, row, 9000, PLACE).worker()).isEqualTo(row.axes().get("tp"));
    assertThat(refused(elsewhere.formatted("command: \"z --port {port}\"")))
        .contains("engines.z.worker: a server on a worker's host needs a port of its own");
    assertThat(refused(elsewhere.replace("{tp}", "a b").formatted("port: 9000, command: z")))
        .contains("engines.z.worker");
  }

  @Test
  void ordinaryReader_whichHttpUses_takesNoCommands() {
    PlanResult result =
        PlanReader.read("plan.yaml", SMALL.getBytes(StandardCharsets.UTF_8), ReadOptions.NONE);
    assertThat(((PlanResult.Refused) result).render())
        .startsWith("plan.yaml:1:1: kind: a plan of a kind of its own names commands")
        .contains("--allow-commands")
        .hasLineCount(1);
  }

  @Test
  void ordinaryReader_kindMisspelt_namesTheRightOne() {
    PlanResult result =
        PlanReader.read(
            "plan.yaml",
            SMALL.replace("server-matrix", "server-matri").getBytes(StandardCharsets.UTF_8),
            ReadOptions.NONE);
    assertThat(((PlanResult.Refused) result).render())
        .contains("there is no such kind of plan")
        .endsWith("did you mean server-matrix?")
        .doesNotContain("--allow-commands");
  }

  @Test
  void rowPlan_ofARow_isAnOrdinaryPlan() {
    MatrixPlan plan = accepted(SMALL);
    MatrixRow row = MatrixRow.grid(plan).get(2);
    Plan made = RowPlan.of(plan, row, "m", URI.create("http://127.0.0.1:9999"));
    PlanResult again =
        PlanReader.read(
            "p", ResolvedPlan.write(made).getBytes(StandardCharsets.UTF_8), ReadOptions.NONE);
    assertThat(again).isEqualTo(new PlanResult.Accepted(made));
    assertThat(made.workloadOf(made.phases().get(0)).inputTokens()).isEqualTo(100);
    assertThat(made.workloadOf(made.phases().get(0)).tokenIds()).isNotNull();
  }

  @Property(tries = 200)
  void reader_anyText_neverThrows(@ForAll String text) {
    MatrixResult result =
        MatrixReader.read("p", text.getBytes(StandardCharsets.UTF_8), ReadOptions.NONE);
    assertThat(result).isInstanceOf(MatrixResult.Refused.class);
  }
}
