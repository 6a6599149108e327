package io.tokenstorm.protocol.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeSettingsTest {
  private final Config config =
      new NodeSettings(NodeSettings.WORKER, "127.0.0.1", 7355, List.of("a:1")).toConfig();

  @Test
  void toConfig_node_addressAndRole() {
    assertThat(config.getString("akka.remote.artery.canonical.hostname")).isEqualTo("127.0.0.1");
    assertThat(config.getInt("akka.remote.artery.canonical.port")).isEqualTo(7355);
    assertThat(config.getStringList("akka.cluster.roles")).containsExactly("worker");
  }

  @Test
  void toConfig_safety_noJavaSerializationNoConfigInTheLog() {
    assertThat(config.getBoolean("akka.actor.allow-java-serialization")).isFalse();
    assertThat(config.getBoolean("akka.log-config-on-start")).isFalse();
    assertThat(config.getString("akka.actor.serializers.tokenstorm-bulk"))
        .isEqualTo("io.tokenstorm.protocol.wire.BulkSerializer");
  }

  @Test
  void toConfig_lossOfANode_theSideWithTheCoordinatorLives() {
    assertThat(config.getString("akka.cluster.downing-provider-class"))
        .isEqualTo("akka.cluster.sbr.SplitBrainResolverProvider");
    assertThat(config.getString("akka.cluster.split-brain-resolver.keep-majority.role"))
        .isEqualTo(NodeSettings.COORDINATOR);
    assertThat(config.getDuration("akka.cluster.split-brain-resolver.stable-after"))
        .isEqualTo(Duration.ofSeconds(4));
  }

  @Test
  void coordinatorPath_hostPort_akkaPath() {
    assertThat(NodeSettings.coordinatorPath("h:7355"))
        .isEqualTo("akka://tokenstorm@h:7355/user/coordinator");
  }
}
