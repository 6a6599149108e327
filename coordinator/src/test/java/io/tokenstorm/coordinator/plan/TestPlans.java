package io.tokenstorm.coordinator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.plan.source.Problem;
import io.tokenstorm.protocol.plan.Plan;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Small plans and ways to read them in a test. */
final class TestPlans {
  static final String SMALL =
      """
      name: small
      model: m
      routes:
        direct: {url: "http://127.0.0.1:8000"}
        gateway: {url: "http://127.0.0.1:8080", headers: {routing-strategy: random}}
      workloads:
        short: {input_tokens: 500}
      phases:
        - {name: one, route: direct, workload: short, concurrency: 1}
        - {name: two, route: gateway, workload: short, concurrency: 2}
      """;

  private TestPlans() {}

  static Plan accepted(String yaml) {
    return accepted(yaml, ReadOptions.NONE);
  }

  static Plan accepted(String yaml, ReadOptions options) {
    PlanResult result = read(yaml, options);
    assertThat(result)
        .as(() -> result instanceof PlanResult.Refused refused ? refused.render() : "")
        .isInstanceOf(PlanResult.Accepted.class);
    return ((PlanResult.Accepted) result).plan();
  }

  static List<String> refused(String yaml) {
    return refused(yaml, ReadOptions.NONE);
  }

  static List<String> refused(String yaml, ReadOptions options) {
    PlanResult result = read(yaml, options);
    assertThat(result).isInstanceOf(PlanResult.Refused.class);
    return ((PlanResult.Refused) result).problems().stream().map(Problem::render).toList();
  }

  private static PlanResult read(String yaml, ReadOptions options) {
    return PlanReader.read("p.yaml", yaml.getBytes(StandardCharsets.UTF_8), options);
  }
}
