package io.tokenstorm.cluster.netns.scenario;

import static io.tokenstorm.cluster.netns.net.Machine.A;
import static io.tokenstorm.cluster.netns.net.Machine.B;
import static io.tokenstorm.cluster.netns.net.Machine.C;
import static io.tokenstorm.cluster.netns.net.Machine.COORDINATOR;
import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.Invariants;
import io.tokenstorm.cluster.netns.net.SmallDisk;
import io.tokenstorm.cluster.netns.scene.LiveRun;
import io.tokenstorm.cluster.netns.scene.NetworkScene;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import java.nio.file.Path;
import java.util.List;

/** Disks that are full. */
final class DiskScenarios {
  private DiskScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "spool-full",
            "the disk of a worker's spool filled in a measured window (tmpfs)",
            false,
            DiskScenarios::spool),
        new Scenario(
            "results-full",
            "the disk of the results filled in a measured window (tmpfs)",
            false,
            DiskScenarios::results));
  }

  private static Shown spool(NetworkScene scene) throws Exception {
    Path directory = scene.folder(B).resolve(".tokenstorm");
    try (SmallDisk disk = SmallDisk.mount(directory)) {
      scene.cluster();
      LiveRun run = scene.submit(LossPlans.of(LossPlans.FAIL));
      run.awaitMeasuring(10, A, B, C);
      disk.fill();
      long filled = System.nanoTime();
      RunEvent.RunEnded ended = run.awaitEnd();
      Evidence evidence = run.evidence();

      assertThat(ended.verdict()).as(evidence.story()).isEqualTo(Verdict.INVALID);
      assertThat(ended.reason()).contains("'b'");
      Invariants invariants = Invariants.of(evidence).always();
      return new Shown(
          "the worker and the cause are named (%s); conservation, ownership, windows"
              .formatted(ended.reason()),
          invariants.secondsToVerdict(filled),
          ended.verdict().toString());
    }
  }

  private static Shown results(NetworkScene scene) throws Exception {
    Path directory = scene.folder(COORDINATOR).resolve("results");
    try (SmallDisk disk = SmallDisk.mount(directory)) {
      scene.cluster();
      LiveRun run = scene.submit(LossPlans.of(LossPlans.FAIL));
      run.awaitMeasuring(10, A, B, C);
      disk.fill();
      long filled = System.nanoTime();
      String said = scene.coordinator().awaitOutput("ended: (INVALID, .*)");
      double took = (System.nanoTime() - filled) / 1e9;

      assertThat(said).containsIgnoringCase("no space left");
      assertThat(took).as("s to the verdict").isLessThan(15);
      return new Shown("the cause is named (%s); no hang".formatted(said), took, "INVALID");
    }
  }
}
