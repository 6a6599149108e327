package io.tokenstorm.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * {@code tokenstorm run} is killed at each stage of a server's life, and ended in good order where
 * {@link SweepIT} does not do it: no process is left, and no port. All of them are started first
 * and wait in their stages, because starting is what takes time.
 */
class SweepKilledIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir private static Path root;
  private static final Map<Case, SweepScene> SCENES = new EnumMap<>(Case.class);

  /** Where a sweep is, and the server that keeps it there. */
  enum Case {
    /** A token takes 15 minutes. */
    WARM_REQUEST("export STUB_PREFILL_NANOS=900000000000; " + SweepScene.VLLM),
    /** A minute for the prompt of a row. */
    MEASURING("export STUB_PREFILL_NANOS=100000000; " + SweepScene.VLLM),
    STOPPING("sh -c 'trap \"touch here\" TERM; while :; do sleep 0.1; done' & " + SweepScene.VLLM),
    /** The test has the port by then. */
    PORT_CHECK("touch here; while [ ! -e bound ]; do sleep 0.1; done"),
    CHECK("exit 3"),
    /** By SIGTERM; its check goes on until the test lets it pass. */
    STARTING_ENDED("touch here; exec sleep 900");

    private final String server;

    Case(String server) {
      this.server = server;
    }

    private boolean isKilled() {
      return !name().endsWith("_ENDED");
    }
  }

  @BeforeAll
  static void startAll() throws IOException {
    for (Case one : Case.values()) {
      SCENES.put(
          one, SweepScene.start(Files.createDirectory(root.resolve(one.name())), one.server));
    }
  }

  @AfterAll
  static void endAll() {
    SCENES.values().forEach(SweepScene::close);
  }

  @Execution(CONCURRENT)
  @ParameterizedTest
  @EnumSource(Case.class)
  void sweep_endedAtAStage_leavesNoProcessAndNoPort(Case at) throws Exception {
    SweepScene scene = SCENES.get(at);
    List<ServerSocket> held = new ArrayList<>();
    try {
      awaitStage(scene, at, held);
      scene.run().signal(at.isKilled() ? "KILL" : "TERM");
      if (!at.isKilled()) {
        scene.run().awaitOutput("Stopping: ");
        scene.touch("go");
      }
      int status = scene.run().awaitEnd();
      if (at.isKilled()) {
        await().atMost(PATIENCE).until(scene::processes, List::isEmpty);
      } else {
        assertThat(scene.processes()).isEmpty();
        assertThat(status).as(scene.run().out() + scene.run().err()).isEqualTo(1);
        assertThat(scene.run().out()).contains("CANCELLED");
      }
    } finally {
      for (ServerSocket socket : held) {
        socket.close();
      }
    }
    FreePort.await(scene.port());
  }

  private static void awaitStage(SweepScene scene, Case at, List<ServerSocket> held)
      throws IOException {
    switch (at) {
      case STARTING_ENDED -> scene.awaitFile("here");
      case WARM_REQUEST -> scene.awaitLog("prompt tokens: 1");
      case MEASURING, STOPPING -> scene.awaitLog("prompt tokens: 600");
      case CHECK -> scene.awaitFile("checking");
      case PORT_CHECK -> {
        scene.awaitFile("here");
        held.add(scene.takePort());
        scene.touch("bound");
        await().atMost(PATIENCE).until(scene::processes, List::isEmpty);
      }
    }
    if (at == Case.STOPPING) {
      scene.awaitFile("here");
    }
    assertThat(scene.run().isAlive()).as(scene.run().out() + scene.run().err()).isTrue();
  }
}
