package io.tokenstorm.coordinator.plan;

import static io.tokenstorm.coordinator.plan.TestPlans.accepted;
import static io.tokenstorm.coordinator.plan.TestPlans.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.plan.Plan;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTemplateTest {
  private static final URI SERVER = URI.create("http://10.0.0.1:8000/");

  @Test
  void template_oneModel_isAPlanForIt() {
    Plan plan = accepted(PlanTemplate.text(SERVER, List.of("org/Model-7B")));

    assertThat(plan.model()).isEqualTo("org/Model-7B");
    assertThat(plan.name()).isEqualTo("10.0.0.1");
    assertThat(plan.routes().get("direct").targets())
        .containsExactly(URI.create("http://10.0.0.1:8000"));
    assertThat(plan.phases()).hasSize(4);
  }

  @Test
  void template_severalModels_takesTheFirstAndListsTheRest() {
    String text = PlanTemplate.text(SERVER, List.of("a \"b\": c", "d\ne", "f"));

    assertThat(accepted(text).model()).isEqualTo("a \"b\": c");
    assertThat(text).contains("# The server also answers to: \"d\\ne\", \"f\"");
  }

  @Test
  void template_noModel_asksForOne() {
    assertThat(refused(PlanTemplate.text(SERVER, List.of())))
        .singleElement()
        .asString()
        .startsWith("p.yaml:4:8: model: the text is empty");
  }

  /** What the comments propose has to hold when the user takes the sign away. */
  @Test
  void template_commentedSettings_areValidOnceUncommented() {
    String text = PlanTemplate.text(SERVER, List.of("m"));
    String uncommented =
        text.lines()
            .map(line -> line.replaceFirst("^( *)# ([a-z]+: *[\"{\\[])", "$1$2"))
            .reduce("", (all, line) -> all + line + "\n");

    assertThat(uncommented).isNotEqualTo(text);
    Plan plan = accepted(uncommented);
    assertThat(plan.routes()).containsOnlyKeys("direct", "gateway");
    assertThat(plan.workloads()).containsOnlyKeys("short", "long", "chat");
    assertThat(plan.about()).containsEntry("precision", "FP8");
    assertThat(plan.routes().get("direct").headers()).containsKey("Authorization");
  }
}
