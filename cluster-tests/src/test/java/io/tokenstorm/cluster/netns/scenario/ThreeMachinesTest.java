package io.tokenstorm.cluster.netns.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenstorm.cluster.netns.net.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ThreeMachinesTest {
  private static final Path README = Path.of("..", "README.md");

  @Test
  void commands_ofTheReadme_areForTheMachinesOfTheScene() throws IOException {
    ThreeMachines commands = ThreeMachines.of(Files.readString(README));
    assertThat(commands.preparations().get(0))
        .startsWith("./tokenstorm certs init ")
        .contains("coordinator=" + Machine.COORDINATOR.address());
    assertThat(commands.coordinator()).startsWith("./tokenstorm coordinator ");
    assertThat(commands.workers()).allMatch(line -> line.startsWith("./tokenstorm worker "));
    assertThat(commands.workers().get(0)).contains("--host " + Machine.A.address());
    assertThat(commands.workers().get(1)).contains("--host " + Machine.B.address());
    assertThat(commands.submit()).startsWith("./tokenstorm submit my-plan.yaml ");
  }

  @Test
  void commands_withABlockMissing_areNotGuessed() throws IOException {
    String without =
        Files.readString(README)
            .replaceFirst("(?s)And again on the coordinator's.*?```\n.*?```", "");
    assertThatThrownBy(() -> ThreeMachines.of(without)).hasMessageContaining("Three machines");
  }
}
