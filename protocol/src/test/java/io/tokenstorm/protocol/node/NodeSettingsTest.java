package io.tokenstorm.protocol.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeSettingsTest {
  private final Config config =
      new NodeSettings(NodeSettings.WORKER, "127.0.0.1", 7355, List.of("a:1")).toConfig();

  private static Config coordinator() {
    return new NodeSettings(NodeSettings.COORDINATOR, "127.0.0.1", 0, List.of()).toConfig();
  }

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
  void toConfig_lossOfANode_theCoordinatorAloneJudges() {
    Config coordinator = coordinator();
    String watched = "akka.cluster.monitored-by-nr-of-members";
    String detector = "akka.cluster.failure-detector.implementation-class";
    assertThat(coordinator.getInt(watched)).as("all").isGreaterThan(10_000);
    assertThat(coordinator.getString(detector)).isEqualTo("akka.remote.PhiAccrualFailureDetector");
    assertThat(config.getInt(watched)).isEqualTo(1);
    assertThat(config.getString(detector)).isEqualTo(NeverSuspects.class.getName());
    for (Config node : List.of(coordinator, config)) {
      assertThat(node.getString("akka.cluster.downing-provider-class"))
          .isEqualTo(HubDowningProvider.class.getName());
    }
  }

  @Test
  void toConfig_worker_dialsNobodyOfItself() {
    for (String interval : List.of("gossip-interval", "failure-detector.heartbeat-interval")) {
      assertThat(config.getDuration("akka.cluster." + interval)).isGreaterThan(Duration.ofDays(30));
      assertThat(coordinator().getDuration("akka.cluster." + interval))
          .isLessThan(Duration.ofSeconds(1));
    }
    assertThat(config.getStringList("akka.actor.typed.library-extensions"))
        .as("a receptionist would replicate its registry to each other node")
        .isEmpty();
  }

  @Test
  void toConfig_starvedMachine_lateAnswersAreOfUse() {
    assertThat(config.getDuration("akka.cluster.gossip-time-to-live"))
        .isGreaterThan(Duration.ofSeconds(30));
    assertThat(config.getDuration("akka.cluster.retry-unsuccessful-join-after"))
        .isGreaterThan(Duration.ofSeconds(3));
  }

  @Test
  void coordinatorPath_hostPort_akkaPath() {
    assertThat(NodeSettings.coordinatorPath("h:7355"))
        .isEqualTo("akka://tokenstorm@h:7355/user/coordinator");
  }
}
