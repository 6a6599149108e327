package io.tokenstorm.cluster.netns.scenario;

import static io.tokenstorm.cluster.netns.net.Machine.A;
import static io.tokenstorm.cluster.netns.net.Machine.B;
import static io.tokenstorm.cluster.netns.net.Machine.C;
import static io.tokenstorm.cluster.netns.net.Machine.COORDINATOR;
import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.Invariants;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.netns.net.Faults;
import io.tokenstorm.cluster.netns.scene.LiveRun;
import io.tokenstorm.cluster.netns.scene.NetworkScene;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import java.util.List;
import java.util.function.Consumer;

/** Links that are cut: between a worker and its coordinator, and between workers. */
final class PartitionScenarios {
  private PartitionScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "partition",
            "worker and coordinator cut off from each other (nft drop)",
            true,
            scene -> workerCut(scene, faults -> faults.cutBothWays(B, COORDINATOR))),
        new Scenario(
            "partition-mute",
            "nothing gets from a worker to the coordinator (nft drop)",
            true,
            scene -> workerCut(scene, faults -> faults.cut(B, COORDINATOR))),
        new Scenario(
            "partition-deaf",
            "nothing gets from the coordinator to a worker (nft drop)",
            true,
            scene -> workerCut(scene, faults -> faults.cut(COORDINATOR, B))),
        new Scenario(
            "workers-apart",
            "two workers cut off from each other (nft drop)",
            false,
            PartitionScenarios::workersApart));
  }

  private static Shown workerCut(NetworkScene scene, Consumer<Faults> fault) throws Exception {
    scene.cluster();
    LiveRun run = scene.submit(LossPlans.of(LossPlans.FAIL));
    run.awaitMeasuring(10, A, B, C);
    fault.accept(scene.faults());
    long cut = System.nanoTime();
    RunEvent.RunEnded ended = run.awaitEnd();
    Evidence evidence = run.evidence();

    assertThat(ended.verdict()).as(evidence.story()).isEqualTo(Verdict.INVALID);
    assertThat(ended.reason()).contains("b").contains("long");
    Invariants invariants = Invariants.of(evidence).always();
    invariants.fence("b", run.lastEpoch(), cut).termination(cut);
    return new Shown(
        "the worker is named; no request of it after its lease; conservation, ownership, windows",
        invariants.secondsToVerdict(cut),
        ended.verdict().toString());
  }

  private static Shown workersApart(NetworkScene scene) throws Exception {
    scene.faults().cutBothWays(A, B);
    scene.cluster();
    LiveRun run =
        scene.submit(
            LossPlans.of(
                LossPlans.FAIL,
                """
                - {name: it, route: gateway, workload: short, concurrency: 6, measure: {at_least: 8s}}
                """));
    run.awaitEnd();
    Evidence evidence = run.evidence();

    RunChecks.validOnThisMachine(evidence);
    RunChecks.undisturbed(evidence);
    return Shown.of(
        "no effect: every request once, every slot used, windows within the bound",
        evidence.report().get("verdict").asText());
  }
}
