package io.tokenstorm.worker.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.tokenstorm.protocol.node.NodeSettings;
import io.tokenstorm.worker.engine.EngineOptions;
import io.tokenstorm.worker.engine.Engines;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The cluster's heartbeats share no thread with the load, with records or with directives. */
class DispatchersIT extends WorkerFixture {
  private static final String INTERNAL = "akka.actor.internal-dispatcher";

  @Test
  void threads_ofARunningWorker_eachKindHasItsOwn() throws Exception {
    Set<String> before = threads();
    WorkerOptions options =
        WorkerOptions.of(
            "w1",
            "1.2.3",
            coordinator.hostPort(),
            spools,
            () -> Engines.direct(EngineOptions.DEFAULT));
    start(options);
    Config config =
        ConfigFactory.parseResources("tokenstorm-worker.conf")
            .withFallback(
                new NodeSettings(NodeSettings.WORKER, options.place(), List.of(options.join()))
                    .toConfig());

    assertThat(config.getString("akka.cluster.use-dispatcher")).isEqualTo(INTERNAL);
    assertThat(config.getString("akka.remote.artery.advanced.use-dispatcher"))
        .isEqualTo("akka.remote.default-remote-dispatcher");
    assertThat(config.getInt(INTERNAL + ".fork-join-executor.parallelism-min"))
        .as("a heartbeat never waits for another")
        .isGreaterThanOrEqualTo(2);
    await()
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(
            () -> {
              Set<String> now = threads();
              now.removeAll(before);
              assertThat(now)
                  .as("threads that this worker brought")
                  .anyMatch(t -> t.contains(INTERNAL))
                  .anyMatch(t -> t.contains("tokenstorm.worker.control-dispatcher"))
                  .anyMatch(t -> t.equals("tokenstorm-loop-0"));
            });
  }

  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .collect(Collectors.toSet());
  }
}
