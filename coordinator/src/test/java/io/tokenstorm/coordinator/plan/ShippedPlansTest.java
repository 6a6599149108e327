package io.tokenstorm.coordinator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.matrix.read.MatrixReader;
import io.tokenstorm.coordinator.plan.parse.Section;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.PlanHash;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every plan in {@code conf/plans} can be run, and says what it is meant to say. */
class ShippedPlansTest {
  private static final Path PLANS = Path.of("../conf/plans");

  /** Those of the ordinary kind. */
  static List<Path> plans() throws IOException {
    try (Stream<Path> files = Files.list(PLANS)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .filter(file -> !MatrixReader.isMatrix(file))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("plans")
  void shippedPlan_read_isAcceptedAndRoundTrips(Path file) {
    Plan plan = accepted(file);

    PlanResult again =
        PlanReader.read(
            "plan.resolved.yaml",
            ResolvedPlan.write(plan).getBytes(StandardCharsets.UTF_8),
            ReadOptions.NONE);

    assertThat(again).isEqualTo(new PlanResult.Accepted(plan));
    assertThat(PlanHash.of(((PlanResult.Accepted) again).plan())).isEqualTo(PlanHash.of(plan));
  }

  @Test
  void servingPhases_read_hasTheFourteenPhasesInOrder() {
    Plan plan = accepted(PLANS.resolve("serving-phases.yaml"));

    assertThat(plan.phases())
        .map(p -> String.join(" ", p.name(), p.route(), p.workload(), "" + p.concurrency()))
        .containsExactly(
            "direct-c1 direct short 1",
            "gateway-c1 least-request short 1",
            "gateway-c4 least-request short 4",
            "gateway-c16 least-request short 16",
            "gateway-c32 least-request short 32",
            "long-c16 least-request long 16",
            "prefix-random random shared-prefix 16",
            "prefix-aware prefix-cache shared-prefix 16",
            "recheck-c4 least-request short 4",
            "recheck-c16 least-request short 16",
            "recheck-c32 least-request short 32",
            "recheck-prefix-random random shared-prefix 16",
            "recheck-prefix-aware prefix-cache shared-prefix 16",
            "eviction-c4 least-request short 4");
    assertThat(plan.workloads().values().stream().map(w -> w.inputTokens()))
        .containsExactly(538, 4448, 4447);
    Phase eviction = plan.phases().get(13);
    assertThat(eviction.measure().atLeast()).isEqualTo(Duration.ofMinutes(10));
    assertThat(eviction.events().stream().map(e -> e.at() + " " + e.method() + " " + e.url()))
        .containsExactly(
            "PT3M POST http://127.0.0.1:8080/admin/evict?replica=r2",
            "PT6M POST http://127.0.0.1:8080/admin/return?replica=r2");
  }

  @Test
  void servingPhases_method_readsAsTheReferencesDoes() {
    assertThat(MethodText.of(accepted(PLANS.resolve("serving-phases.yaml"))))
        .isEqualTo(
            "closed-loop concurrency, per-phase warmup, >=60 seconds measured, 256 output tokens,"
                + " temperature=0, ignore_eos=true");
  }

  @Test
  void quickstart_read_measuresForAboutHalfAMinute() {
    Duration measured =
        accepted(PLANS.resolve("quickstart.yaml")).phases().stream()
            .map(phase -> phase.measure().atLeast())
            .reduce(Duration.ZERO, Duration::plus);

    assertThat(measured).isBetween(Duration.ofSeconds(25), Duration.ofSeconds(45));
  }

  @Test
  void documentedPlan_read_isAccepted() throws IOException {
    String page = Files.readString(Path.of("../docs/plan.md"));
    String plan = page.substring(page.indexOf("```yaml") + 8, page.indexOf("\n```\n"));

    assertThat(TestPlans.accepted(plan).phases()).hasSize(3);
  }

  @Test
  void documentation_everyKeyOfTheGrammar_isNamed() throws IOException {
    String page = Files.readString(Path.of("../docs/plan.md"));
    for (Section section : PlanSchemaTest.sections().values()) {
      for (String key : section.keys()) {
        assertThat(page).as(section.what()).containsPattern("\\b" + key + "\\b");
      }
    }
  }

  private static Plan accepted(Path file) {
    PlanResult result = PlanFiles.read(file, ReadOptions.NONE);
    assertThat(result).isInstanceOf(PlanResult.Accepted.class);
    return ((PlanResult.Accepted) result).plan();
  }
}
