package io.tokenstorm.cluster.netns.scenario;

import static io.tokenstorm.cluster.netns.net.Machine.A;
import static io.tokenstorm.cluster.netns.net.Machine.B;
import static io.tokenstorm.cluster.netns.net.Machine.C;
import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.ReportOracle;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.netns.scene.LiveRun;
import io.tokenstorm.cluster.netns.scene.NetworkScene;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.distribution.Running;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Wall clocks that are wrong, and jump. */
final class ClockScenarios {
  private static final List<Path> LIBRARIES =
      List.of(
          Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"));

  private ClockScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "wall-clock",
            "a worker's wall clock 60 s ahead, and in the window 60 s behind (libfaketime)",
            false,
            ClockScenarios::jumping));
  }

  private static Shown jumping(NetworkScene scene) throws Exception {
    Path clock = Files.writeString(scene.folder(B).resolve("clock"), "+60s\n");
    scene.replicas();
    scene.startCoordinator();
    scene.worker(A);
    Running wrong = scene.worker(B, faketime(clock));
    scene.worker(C);
    LiveRun run =
        scene.submit(
            LossPlans.of(
                LossPlans.FAIL,
                """
                - {name: it, route: gateway, workload: short, concurrency: 6, measure: {at_least: 6s}}
                - {name: next, route: gateway, workload: short, concurrency: 6, measure: {at_least: 3s}}
                """));
    run.awaitMeasuring(10, A, B, C);
    Files.writeString(clock, "-60s\n");
    RunEvent.RunEnded ended = run.awaitEnd();
    Evidence evidence = run.evidence();

    assertThat(Files.readString(Path.of("/proc/" + wrong.pid() + "/maps"))).contains("libfaketime");
    RunChecks.validOnThisMachine(evidence);
    RunChecks.undisturbed(evidence);
    ReportOracle.check(evidence);
    return Shown.of(
        "no effect: every request once, tokens as the replicas say, windows within the bound, figures"
            + " as computed on their own",
        ended.verdict());
  }

  /** The monotonic clock is left as it is: other settings of libfaketime break waiting threads. */
  private static Map<String, String> faketime(Path clock) {
    Path library =
        LIBRARIES.stream()
            .filter(Files::exists)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "this scenario needs libfaketime: apt-get install libfaketime"));
    return Map.of(
        "LD_PRELOAD",
        library.toString(),
        "FAKETIME_DONT_FAKE_MONOTONIC",
        "1",
        "FAKETIME_FORCE_MONOTONIC_FIX",
        "0",
        "FAKETIME_TIMESTAMP_FILE",
        clock.toString(),
        "FAKETIME_NO_CACHE",
        "1");
  }
}
