package io.tokenstorm.coordinator.plan;

import static io.tokenstorm.coordinator.plan.TestPlans.SMALL;
import static io.tokenstorm.coordinator.plan.TestPlans.accepted;
import static io.tokenstorm.coordinator.plan.TestPlans.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.OnWorkerLoss;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.SecretRef;
import io.tokenstorm.protocol.plan.SharedPrefix;
import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.plan.TlsOptions;
import io.tokenstorm.protocol.plan.Warmup;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanReaderTest {
  @Test
  void smallPlan_read_hasTheDocumentedDefaults() {
    Plan plan = accepted(SMALL);

    assertThat(plan.about()).isEqualTo(Map.of("engine", "", "hardware", "", "precision", ""));
    assertThat(plan.seed()).isZero();
    assertThat(plan.onWorkerLoss()).isEqualTo(OnWorkerLoss.DEFAULT);
    assertThat(plan.phases())
        .first()
        .isEqualTo(
            new Phase(
                "one",
                "direct",
                "short",
                1,
                new RequestSpec(Api.OPENAI_CHAT, 256, true, true, Map.of(), Map.of()),
                new Warmup(2, Duration.ZERO, true),
                new Measure(Duration.ofSeconds(60), 0),
                new Timeouts(
                    Duration.ofSeconds(5), Duration.ofSeconds(120), Duration.ofMinutes(10)),
                List.of()));
  }

  @Test
  void fullPlan_read_hasEveryValue() throws IOException {
    Plan plan = accepted(everyKey());

    assertThat(plan.about().get("engine")).isEqualTo("0.26");
    assertThat(plan.notes()).containsExactly("one", "two: with a colon");
    assertThat(plan.seed()).isEqualTo(Long.MIN_VALUE);
    assertThat(plan.onWorkerLoss())
        .isEqualTo(new OnWorkerLoss(OnWorkerLoss.Policy.DEGRADE, Duration.ZERO));
    assertThat(plan.routes().get("direct"))
        .isEqualTo(
            new Route(
                "direct",
                List.of(
                    URI.create("https://10.0.0.1:8000/base"), URI.create("https://10.0.0.2:8000")),
                Map.of(
                    "Authorization",
                    HeaderValue.secret(new SecretRef("API_KEY", "Bearer ")),
                    "Api-Key",
                    HeaderValue.secret(new SecretRef("KEY2", ""))),
                null,
                new TlsOptions(false, "ca.pem", "gw"),
                true));
    assertThat(plan.routes().get("gateway").connectionPerRequest()).isFalse();
    assertThat(plan.routes().get("gateway").headers())
        .isEqualTo(
            Map.of(
                "Authorization", HeaderValue.secret(new SecretRef("API_KEY", "Bearer ")),
                "api-key", HeaderValue.secret(new SecretRef("OTHER", "")),
                "routing-strategy", HeaderValue.literal("random"),
                "x-mixed", HeaderValue.secret(new SecretRef("THIRD", "Token ")),
                "x-number", HeaderValue.literal("5")));
    assertThat(plan.workloads().get("shared").prefix()).isEqualTo(new SharedPrefix(4096, 8, true));
  }

  @Test
  void fullPlan_phaseOverrides_replaceOrMergeAsDocumented() throws IOException {
    Plan plan = accepted(everyKey());
    Phase first = plan.phases().get(0);
    Phase second = plan.phases().get(1);

    assertThat(first.warmup()).isEqualTo(new Warmup(3, Duration.ofSeconds(90), false));
    assertThat(first.measure()).isEqualTo(new Measure(Duration.ofSeconds(90), 1000));
    assertThat(first.events().get(0).url())
        .isEqualTo(URI.create("https://10.0.0.1:8000/base/health"));
    assertThat(second.warmup()).isEqualTo(Warmup.NONE);
    assertThat(second.measure()).isEqualTo(new Measure(Duration.ZERO, 5));
    assertThat(second.timeouts())
        .isEqualTo(
            new Timeouts(Duration.ofMillis(500), Duration.ofSeconds(3), Duration.ofHours(1)));
    assertThat(second.request().sampling())
        .doesNotContainKey("temperature")
        .containsEntry("top_k", 5)
        .containsEntry("seed", 9007199254740993L);
    assertThat(second.request().extraBody().keySet())
        .containsExactly("chat_template_kwargs", "list", "text", "extra");
    assertThat(second.events())
        .map(event -> event.at() + " " + event.method() + " " + event.url() + " " + event.body())
        .containsExactly(
            "PT0.00025S PUT http://gateway:81/x?y=z {\"replica\":\"r2\",\"n\":[1]}",
            "PT10M DELETE http://gateway/x {\"a\": 1}",
            "PT1H POST http://gateway/admin/evict?replica=r2 ");
  }

  @Test
  void environment_checked_namesOnlyVariablesOfRoutesInUse() throws IOException {
    List<String> asked = new ArrayList<>();
    ReadOptions options =
        ReadOptions.NONE
            .withPhases(List.of("a"))
            .withEnvironment(
                name -> {
                  asked.add(name);
                  return false;
                });

    assertThat(refused(everyKey(), options)).hasSize(2);
    assertThat(asked).containsOnly("API_KEY", "KEY2");
  }

  @Test
  void phaseChoice_namesInAnyOrder_keepsThePlansOrder() throws IOException {
    ReadOptions options = ReadOptions.NONE.withPhases(List.of("b.2", "a"));

    assertThat(accepted(everyKey(), options)).isEqualTo(accepted(everyKey()));
    assertThat(accepted(everyKey(), ReadOptions.NONE.withPhases(List.of("b.2"))).phases())
        .map(Phase::name)
        .containsExactly("b.2");
  }

  @Test
  void phaseChoice_unknownName_isRefusedWithTheNearest() {
    assertThat(refused(SMALL, ReadOptions.NONE.withPhases(List.of("tow"))))
        .containsExactly(
            "--phase tow: no phase is named tow; there are one, two; did you mean two?");
  }

  @Test
  void timeScale_applied_changesWindowsWarmupsAndEventsOnly() throws IOException {
    Plan whole = accepted(everyKey());
    Plan scaled = accepted(everyKey(), ReadOptions.NONE.withTimeScale(0.1));
    Phase phase = scaled.phases().get(0);

    assertThat(phase.warmup()).isEqualTo(new Warmup(3, Duration.ofSeconds(9), false));
    assertThat(phase.measure()).isEqualTo(new Measure(Duration.ofSeconds(9), 1000));
    assertThat(phase.timeouts()).isEqualTo(whole.phases().get(0).timeouts());
    assertThat(phase.request()).isEqualTo(whole.phases().get(0).request());
    assertThat(scaled.phases().get(1).warmup()).isEqualTo(Warmup.NONE);
    assertThat(scaled.phases().get(1).events())
        .map(event -> event.at().toString())
        .containsExactly("PT0.000025S", "PT1M", "PT6M");
  }

  @Test
  void timeScale_outOfRange_isRefused() {
    for (double factor : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e9}) {
      assertThat(refused(SMALL, ReadOptions.NONE.withTimeScale(factor)))
          .singleElement()
          .asString()
          .startsWith("--time-scale ")
          .contains("0.0001 to 1000");
    }
  }

  @Test
  void timeScale_weeksLong_isRefused() {
    String plan = SMALL + "defaults: {measure: {at_least: 100h}}\n";

    assertThat(refused(plan, ReadOptions.NONE.withTimeScale(2)))
        .contains(
            "--time-scale 2.0: phases.one: this phase would take more than 168h; a smaller factor"
                + " would be right");
  }

  @Test
  void bytes_overTheLimit_areRefusedUnread() {
    PlanResult result = PlanReader.read("big.yaml", new byte[(1 << 20) + 1], ReadOptions.NONE);

    assertThat(((PlanResult.Refused) result).render())
        .isEqualTo("big.yaml: the file has over 1048576 bytes; a plan is far smaller");
  }

  @Test
  void byteOrderMark_atTheStart_isPassedOver() {
    assertThat(accepted("\uFEFF" + SMALL)).isEqualTo(accepted(SMALL));
  }

  @Test
  void problems_thousands_areCutAtAHundred() {
    String plan = SMALL + "notes: [" + "[], ".repeat(500) + "]\n";

    assertThat(refused(plan)).hasSize(101).last().asString().contains("and 400 more problems");
  }

  @Test
  void planFile_notThereOrADirectory_isRefused() {
    assertThat(PlanFiles.read(Path.of("no-such.yaml"), ReadOptions.NONE))
        .isInstanceOfSatisfying(
            PlanResult.Refused.class,
            result -> assertThat(result.render()).startsWith("no-such.yaml: there is no such"));
    assertThat(PlanFiles.read(Path.of("src"), ReadOptions.NONE))
        .isInstanceOfSatisfying(
            PlanResult.Refused.class,
            result -> assertThat(result.render()).startsWith("src: this is a directory"));
  }

  private static String everyKey() throws IOException {
    return Files.readString(Path.of("src/test/resources/plans/every-key.yaml"));
  }
}
