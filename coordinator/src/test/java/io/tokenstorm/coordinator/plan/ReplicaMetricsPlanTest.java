package io.tokenstorm.coordinator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.PlanHash;
import io.tokenstorm.protocol.plan.PlanJson;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicaMetricsPlanTest {
  private static final String PAIR =
      """
      name: pair
      model: m
      routes:
        direct: {replicas: ["http://10.0.0.1:8000/base", "https://10.0.0.2:8000"]}
        again: {url: "https://10.0.0.2:8000"}
        gateway: {url: "http://10.0.0.9:80", replica_header: target-pod}
      workloads:
        short: {input_tokens: 500}
      phases:
        - {name: one, route: direct, workload: short, concurrency: 1}
        - {name: two, route: gateway, workload: short, concurrency: 1}
      """;

  @Test
  void plan_withoutTheKey_asksNobody_andHashesAsBefore() {
    Plan plan = TestPlans.accepted(PAIR);

    assertThat(plan.scrape()).isNull();
    assertThat(PlanJson.write(plan)).doesNotContain("scrape");
  }

  @Test
  void urls_notGiven_areTheTargetsOfRoutesWithoutAGateway() {
    Plan.Scrape scrape = TestPlans.accepted(PAIR + "replica_metrics: {}\n").scrape();

    assertThat(scrape.every()).isEqualTo(Duration.ofSeconds(1));
    assertThat(scrape.endpoints())
        .containsExactly(
            entry("10.0.0.1:8000", URI.create("http://10.0.0.1:8000/base/metrics")),
            entry("10.0.0.2:8000", URI.create("https://10.0.0.2:8000/metrics")));
  }

  @Test
  void urls_given_keepTheirNamesAndPaths() {
    Plan.Scrape scrape =
        TestPlans.accepted(
                PAIR
                    + "replica_metrics: {every: 250ms, path: /own, urls:"
                    + " {r1: \"http://h:1\", r2: \"http://h:2/telemetry\"}}\n")
            .scrape();

    assertThat(scrape.every()).isEqualTo(Duration.ofMillis(250));
    assertThat(scrape.endpoints())
        .containsExactly(
            entry("r1", URI.create("http://h:1/own")),
            entry("r2", URI.create("http://h:2/telemetry")));
  }

  @Test
  void resolvedPlan_readBack_asksTheSameOnes() {
    Plan plan = TestPlans.accepted(PAIR + "replica_metrics: {every: 2s}\n");

    Plan again = TestPlans.accepted(ResolvedPlan.write(plan));

    assertThat(again).isEqualTo(plan);
    assertThat(PlanHash.of(PlanJson.read(PlanJson.write(plan)))).isEqualTo(PlanHash.of(again));
  }

  @Test
  void phaseChoice_andTimeScale_keepIt() {
    Plan plan =
        TestPlans.accepted(
            PAIR + "replica_metrics: {every: 2s}\n",
            ReadOptions.NONE.withPhases(List.of("two")).withTimeScale(0.5));

    assertThat(plan.phases()).hasSize(1);
    assertThat(plan.scrape()).isNotNull();
    assertThat(plan.scrape().every()).isEqualTo(Duration.ofSeconds(2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{every: 50ms}|replica_metrics.every: too often; 100ms or more would be right",
        "{every: 5}|replica_metrics.every: found 5; a duration",
        "{path: metrics}|replica_metrics.path: not a path: it begins with one slash",
        "{path: metrics}|did you mean /metrics",
        "{path: //metrics}|replica_metrics.path: not a path: it begins with one slash",
        "{path: /m%etrics}|replica_metrics.path: not a path: Malformed escape pair",
        "{path: '/metrics#all'}|replica_metrics.path: not a path: it has neither spaces nor `#`",
        "{urls: {}}|0 replicas; 1 to 256 would be right",
        "{urls: {r1: '10.0.0.1:8000'}}|did you mean http://10.0.0.1:8000",
        "{urls: {r1: 'http://h:1/metrics?name=x'}}|a target has no `?`",
        "{interval: 1s}|unknown key",
        "true|a mapping"
      })
  void section_wrong_isRefusedWithAdvice(String value, String message) {
    assertThat(TestPlans.refused(PAIR + "replica_metrics: " + value + "\n"))
        .anySatisfy(problem -> assertThat(problem).contains(message));
  }

  @Test
  void path_withAQuery_isKept() {
    Plan plan = TestPlans.accepted(PAIR + "replica_metrics: {path: '/metrics?name=a%20b'}\n");
    assertThat(plan.scrape()).isNotNull();
    assertThat(plan.scrape().endpoints().values())
        .allSatisfy(url -> assertThat(url.toString()).endsWith("/metrics?name=a%20b"));
  }

  @Test
  void urls_notGivenAndEveryRouteThroughAGateway_areAskedFor() {
    String gatewayOnly =
        PAIR.replaceAll("(?m)^  (direct|again): .*\n", "")
            .replace("route: direct", "route: gateway");

    assertThat(TestPlans.refused(gatewayOnly + "replica_metrics: {}\n"))
        .singleElement()
        .satisfies(problem -> assertThat(problem).contains("add `urls: {NAME: http://HOST:PORT}`"));
  }
}
