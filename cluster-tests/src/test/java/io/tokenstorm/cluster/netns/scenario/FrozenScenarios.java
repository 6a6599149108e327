package io.tokenstorm.cluster.netns.scenario;

import static io.tokenstorm.cluster.netns.net.Machine.A;
import static io.tokenstorm.cluster.netns.net.Machine.B;
import static io.tokenstorm.cluster.netns.net.Machine.C;
import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.Invariants;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.netns.scene.LiveRun;
import io.tokenstorm.cluster.netns.scene.NetworkScene;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.distribution.Running;
import java.time.Duration;
import java.util.List;

/** Processes that stand still for a while. */
final class FrozenScenarios {
  /** A process that has nothing left to do ends; a frozen peer must not keep it for longer. */
  private static final Duration END = Duration.ofSeconds(15);

  private FrozenScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "stop-measuring",
            "SIGSTOP of a worker in a measured window, until the run and then the coordinator have"
                + " ended; SIGCONT",
            true,
            FrozenScenarios::untilTheEnd),
        new Scenario(
            "stop-idle",
            "SIGSTOP of a worker in a cluster at rest; at once the coordinator is told to end",
            false,
            FrozenScenarios::atRest),
        new Scenario(
            "stop-2s",
            "SIGSTOP of a worker for 2 s in a measured window",
            false,
            FrozenScenarios::forTwoSeconds),
        new Scenario(
            "stop-15s",
            "SIGSTOP of a worker for 15 s in a measured window, under on_worker_loss: degrade",
            false,
            FrozenScenarios::forFifteenSeconds));
  }

  private static Shown untilTheEnd(NetworkScene scene) throws Exception {
    Running victim = scene.cluster();
    LiveRun run = scene.submit(LossPlans.of(LossPlans.FAIL));
    run.awaitMeasuring(10, A, B, C);
    victim.signal("STOP");
    long stopped = System.nanoTime();
    RunEvent.RunEnded ended = run.awaitEnd();
    int epoch = run.lastEpoch();
    double ending = secondsToEnd(scene.coordinator());
    victim.signal("CONT");
    Evidence evidence = run.evidence();

    assertThat(ended.verdict()).as(evidence.story()).isEqualTo(Verdict.INVALID);
    assertThat(ended.reason()).contains("'b'").contains("long");
    Invariants invariants = Invariants.of(evidence).always();
    invariants.fenceOfFrozen("b", epoch, stopped).termination(stopped);
    return new Shown(
        "the worker is named; nothing of it on a lapsed lease; the coordinator ended %.1f s after"
                .formatted(ending)
            + " it was told to, beside the frozen worker",
        invariants.secondsToVerdict(stopped),
        ended.verdict().toString());
  }

  private static Shown atRest(NetworkScene scene) throws Exception {
    Running victim = scene.cluster();
    for (String worker : List.of("a", "b", "c")) {
      scene.coordinator().awaitOutput("worker " + worker + " joined");
    }
    victim.signal("STOP");
    double ending = secondsToEnd(scene.coordinator());
    return Shown.of("the coordinator ended %.1f s after it was told to".formatted(ending), "");
  }

  private static double secondsToEnd(Running coordinator) throws Exception {
    long told = System.nanoTime();
    coordinator.signal("INT");
    int exit = coordinator.awaitEnd();
    double ending = (System.nanoTime() - told) / 1e9;
    assertThat(exit).as("%s%s", coordinator.out(), coordinator.err()).isZero();
    assertThat(ending).as("s to the coordinator's end").isLessThan(END.toMillis() / 1e3);
    return ending;
  }

  private static Shown forTwoSeconds(NetworkScene scene) throws Exception {
    Running victim = scene.cluster();
    LiveRun run =
        scene.submit(
            LossPlans.of(
                LossPlans.FAIL,
                """
                - {name: it, route: gateway, workload: short, concurrency: 6, measure: {at_least: 8s}}
                """));
    run.awaitMeasuring(10, A, B, C);
    stopFor(victim, run, Duration.ofSeconds(2));
    RunEvent.RunEnded ended = run.awaitEnd();
    Evidence evidence = run.evidence();

    assertThat(ended.verdict()).as(evidence.story()).isNotEqualTo(Verdict.INVALID);
    assertThat(evidence.all(RunEvent.WorkerLost.class)).isEmpty();
    RunChecks.everyRequestOnce(evidence);
    Invariants.of(evidence).always();
    return Shown.of("nobody is lost; every request once; ownership, windows", ended.verdict());
  }

  private static Shown forFifteenSeconds(NetworkScene scene) throws Exception {
    Running victim = scene.cluster();
    LiveRun run = scene.submit(LossPlans.of(LossPlans.DEGRADE));
    run.awaitMeasuring(10, A, B, C);
    int epoch = run.lastEpoch();
    long stopped = stopFor(victim, run, Duration.ofSeconds(15));
    RunEvent.RunEnded ended = run.awaitEnd();
    Evidence evidence = run.evidence();

    assertThat(ended.verdict()).as(evidence.story()).isEqualTo(Verdict.DEGRADED);
    assertThat(ended.reason()).contains("'b'");
    // settled anew once the woken worker has handed in what it still held
    assertThat(evidence.all(RunEvent.PhaseSettled.class))
        .extracting(RunEvent.PhaseSettled::phase)
        .containsSequence(0, 1)
        .containsOnly(0, 1);
    Invariants.of(evidence).always().fenceOfFrozen("b", epoch, stopped);
    return Shown.of(
        "the window is cut, the next phase is run; nothing on the lapsed lease after SIGCONT;"
            + " conservation, ownership, windows",
        ended.verdict());
  }

  private static long stopFor(Running victim, LiveRun run, Duration pause) throws Exception {
    victim.signal("STOP");
    long stopped = System.nanoTime();
    run.until(() -> System.nanoTime() - stopped > pause.toNanos());
    victim.signal("CONT");
    return stopped;
  }
}
