package io.tokenstorm.coordinator.plan;

import static io.tokenstorm.coordinator.plan.TestPlans.SMALL;
import static io.tokenstorm.coordinator.plan.TestPlans.accepted;
import static io.tokenstorm.coordinator.plan.TestPlans.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanOverridesTest {
  @Test
  void set_phaseByNameOrPlace_changesIt() {
    Plan plan = set("phases.one.concurrency=64", "phases.1.concurrency=65");

    assertThat(plan.phases()).map(Phase::concurrency).containsExactly(64, 65);
  }

  @Test
  void set_star_changesEveryRouteAndPhase() {
    Plan plan = set("routes.*.url=http://127.0.0.1:9", "phases.*.measure.at_least=1s");

    assertThat(plan.routes().values())
        .allSatisfy(r -> assertThat(r.targets()).containsExactly(URI.create("http://127.0.0.1:9")));
    assertThat(plan.phases())
        .allSatisfy(p -> assertThat(p.measure()).isEqualTo(new Measure(Duration.ofSeconds(1), 0)));
  }

  @Test
  void set_keysThatAreNotThere_areMade() {
    Plan plan = set("defaults.sampling={temperature: 0, stop: [a]}", "defaults.timeout.idle=1s");

    assertThat(plan.phases().get(0).request().sampling().toString())
        .isEqualTo("{temperature=0, stop=[a]}");
    assertThat(plan.phases().get(1).timeouts().idle()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void set_valueWithEqualsSigns_isTakenWhole() {
    assertThat(
            set("phases.one.events=[{at: 1s, http: {post: \"/evict?a=b&c=d\"}}]").phases().get(0))
        .satisfies(
            phase ->
                assertThat(phase.events().get(0).url())
                    .isEqualTo(URI.create("http://127.0.0.1:8000/evict?a=b&c=d")));
  }

  @Test
  void set_nameWithADot_isFound() {
    String plan = SMALL.replace("name: two", "name: v1.5").replace("gateway", "gw.b");

    assertThat(accepted(plan, sets("phases.v1.5.concurrency=9", "routes.gw.b.url=http://h:1")))
        .satisfies(
            p -> assertThat(p.phases().get(1).concurrency()).isEqualTo(9),
            p ->
                assertThat(p.routes().get("gw.b").targets())
                    .containsExactly(URI.create("http://h:1")));
  }

  @Test
  void set_twice_theLastCounts() {
    assertThat(set("seed=1", "seed=2").seed()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "phases.onne.concurrency=4 | --set phases.onne.concurrency=4: phases.onne: the list has 2"
            + " items, none named or numbered onne; there are one, two; did you mean one?",
        "phases.7.concurrency=4 | --set phases.7.concurrency=4: phases.7: the list has 2 items,"
            + " none named or numbered 7; there are one, two",
        "routes.direkt.url=http://h | --set routes.direkt.url=http://h: routes.direkt: no route is"
            + " named direkt; there are direct, gateway; did you mean direct?",
        "workloads.long.input_tokens=4 | --set workloads.long.input_tokens=4: workloads.long: no"
            + " workload is named long; there are short",
        "phases.one.concurency=4 | --set phases.one.concurency=4: phases.one.concurency: unknown"
            + " key in a phase; did you mean concurrency?",
        "defalts.output_tokens=4 | --set defalts.output_tokens=4: defalts: unknown key in a plan;"
            + " did you mean defaults?",
        "phases.one.concurrency=0 | --set phases.one.concurrency=0: phases.one.concurrency: 0 is"
            + " out of range; a whole number from 1 to 1000000 would be right",
        "phases.one.route=gatway | --set phases.one.route=gatway: phases.one.route: no route is"
            + " named gatway; there are direct, gateway; did you mean gateway?",
        "defaults.measure.at_least=5 | --set defaults.measure.at_least=5: defaults.measure.at_least:"
            + " found 5; a duration with its unit, such as 60s, 10m, 500ms or 1h would be right; did"
            + " you mean 5s?",
        "model.name=x | --set model.name=x: model: this is a single value; set it as a whole: --set"
            + " model={…}",
        "seed | --set seed: this is no path=value; such as phases.NAME.concurrency=64",
        "=4 | --set =…: this is no path=value; such as phases.NAME.concurrency=64",
        "a..b=4 | --set a..b=…: this is no path=value; such as phases.NAME.concurrency=64",
        "notes=[a | --set notes=[a: not YAML: while parsing a flow sequence, expected ',' or ']',"
            + " but got <stream end>; a bracket or a quote is not closed",
        "model= | --set model=: model: the text is empty; remove the key or give it a text",
        "auth.bearer=sk-secret | --set auth.bearer=…: auth.bearer: secrets stand in a plan only by"
            + " reference; ${env:NAME} would be right, NAME being an environment variable",
      })
  void set_wrong_isRefusedAtTheOption(String set, String message) {
    assertThat(refused(SMALL, sets(set))).containsExactly(message);
  }

  @Test
  void set_severalWrong_areAllReported() {
    assertThat(refused(SMALL, sets("seed=x", "phases.two.concurrency=no"))).hasSize(2);
  }

  private static Plan set(String... sets) {
    return accepted(SMALL, sets(sets));
  }

  private static ReadOptions sets(String... sets) {
    return ReadOptions.NONE.withSets(List.of(sets));
  }
}
