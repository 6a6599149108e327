package io.tokenstorm.protocol.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No plain port where others can reach it, unless a user said so. */
class NodePlaceTest {
  private static NodeSettings settings(NodePlace place) {
    return new NodeSettings(NodeSettings.WORKER, place, List.of());
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.3.2.1", "localhost", "::1"})
  void plain_onLoopback_isFine_andTcp(String host) {
    NodePlace place = NodePlace.plain(host, 0);
    assertThat(settings(place).toConfig().getString("akka.remote.artery.transport"))
        .isEqualTo("tcp");
    assertThat(place.security().warning(place)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "192.0.2.1", "::", "no-such-host.invalid"})
  void plain_offLoopback_isRefused_andWhatToDo(String host) {
    assertThatThrownBy(() -> settings(NodePlace.plain(host, 0)).toConfig())
        .isInstanceOf(ExposedNodeException.class)
        .hasMessageContaining(host)
        .hasMessageContaining("--certs")
        .hasMessageContaining("--insecure");
  }

  @Test
  void plain_namedLoopbackButBoundElsewhere_isRefused() {
    NodePlace place = new NodePlace("127.0.0.1", 0, "0.0.0.0", NodeSecurity.LOOPBACK);
    assertThatThrownBy(() -> settings(place).toConfig()).isInstanceOf(ExposedNodeException.class);
  }

  @Test
  void insecure_offLoopback_isTaken_andWarnedOf() {
    NodePlace place =
        NodePlace.plain("192.0.2.1", 7355).with(new NodeSecurity(Optional.empty(), true));
    assertThat(settings(place).toConfig().getString("akka.remote.artery.transport"))
        .isEqualTo("tcp");
    assertThat(place.security().warning(place)).get().asString().contains("192.0.2.1 listens");
  }

  @Test
  void certificates_anywhere_areMutualTls_whateverElseIsSaid() {
    NodePlace place =
        NodePlace.plain("192.0.2.1", 7355).with(new NodeSecurity(Optional.of(Path.of("c")), true));
    assertThat(settings(place).toConfig().getString("akka.remote.artery.transport"))
        .isEqualTo("tls-tcp");
    assertThat(place.security().warning(place)).isEmpty();
  }

  @Test
  void bind_otherThanAnnounced_isWhatIsBound() {
    NodePlace place =
        new NodePlace("w-1.workers", 7356, "0.0.0.0", NodeSecurity.mutualTls(Path.of("c")));
    assertThat(settings(place).toConfig().getString("akka.remote.artery.canonical.hostname"))
        .isEqualTo("w-1.workers");
    assertThat(settings(place).toConfig().getString("akka.remote.artery.bind.hostname"))
        .isEqualTo("0.0.0.0");
  }

  @Test
  void deployment_ofActorsByOthers_isOff() {
    assertThat(
            settings(NodePlace.plain("127.0.0.1", 0))
                .toConfig()
                .getBoolean("akka.remote.deployment.enable-allow-list"))
        .isTrue();
  }
}
