package io.tokenstorm.cluster.netns.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScenariosTest {

  @Test
  void names_areOneOfEach_andFitForTheCommandLine() {
    assertThat(Scenarios.all().stream().map(Scenario::name).toList())
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("[a-z0-9-]+"));
  }

  @Test
  void choice_ofEveryBuild_isSomeOfAll() {
    List<Scenario> chosen = Scenarios.of(Scenarios.CHOSEN);
    assertThat(chosen).isNotEmpty().hasSizeLessThanOrEqualTo(12);
    assertThat(Scenarios.of("all")).containsAll(chosen);
  }

  @Test
  void choice_byName_isThose() {
    String name = Scenarios.all().get(1).name();
    assertThat(Scenarios.of(name)).singleElement().extracting(Scenario::name).isEqualTo(name);
  }

  @Test
  void choice_unknown_isRefusedWithTheNames() {
    assertThatThrownBy(() -> Scenarios.of("flood"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[flood]")
        .hasMessageContaining(Scenarios.all().get(0).name());
  }
}
