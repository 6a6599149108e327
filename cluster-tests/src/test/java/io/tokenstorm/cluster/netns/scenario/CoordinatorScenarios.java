package io.tokenstorm.cluster.netns.scenario;

import static io.tokenstorm.cluster.netns.net.Machine.A;
import static io.tokenstorm.cluster.netns.net.Machine.B;
import static io.tokenstorm.cluster.netns.net.Machine.C;
import static io.tokenstorm.cluster.netns.net.Machine.COORDINATOR;
import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.Invariants;
import io.tokenstorm.cluster.evidence.ReportOracle;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.netns.net.Machine;
import io.tokenstorm.cluster.netns.scene.LiveRun;
import io.tokenstorm.cluster.netns.scene.NetworkScene;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.protocol.record.LoadStage;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A coordinator that is cut off from everybody, or killed and started again. */
final class CoordinatorScenarios {
  /** From the restart to the opening of the window that is run anew. */
  private static final Duration ON_AGAIN = Duration.ofSeconds(15);

  private static final List<Machine> WORKERS = List.of(A, B, C);

  private static final String TWO_PHASES =
      """
      - {name: first, route: gateway, workload: short, concurrency: 6, measure: {requests: 60}}
      - {name: second, route: gateway, workload: short, concurrency: 6, output_tokens: 200, warmup: {requests_per_slot: 2}, measure: {at_least: 3s}}
      """;

  private CoordinatorScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "coordinator-cut",
            "coordinator cut off from all workers until it has noticed (nft drop)",
            true,
            CoordinatorScenarios::cut),
        new Scenario(
            "coordinator-killed-measuring",
            "SIGKILL of the coordinator in a measured window; --resume",
            true,
            scene -> killed(scene, run -> opened(run, LoadStage.MEASURE))),
        new Scenario(
            "coordinator-killed-warmup",
            "SIGKILL of the coordinator in warmup; --resume",
            false,
            scene -> killed(scene, run -> opened(run, LoadStage.WARMUP))),
        new Scenario(
            "coordinator-killed-armed",
            "SIGKILL of the coordinator when all are ready for a phase; --resume",
            false,
            scene ->
                killed(scene, run -> run.await(RunEvent.PhaseArmed.class, a -> a.phase() == 1))),
        new Scenario(
            "coordinator-killed-draining",
            "SIGKILL of the coordinator after the window's close; --resume",
            false,
            scene ->
                killed(
                    scene,
                    run -> {
                      int epoch = run.await(RunEvent.PhaseArmed.class, a -> a.phase() == 1).epoch();
                      run.await(RunEvent.WindowClosed.class, c -> c.epoch() == epoch);
                    })));
  }

  private static void opened(LiveRun run, LoadStage stage) {
    RunEvent.StageOpened opened =
        run.await(RunEvent.StageOpened.class, o -> o.phase() == 1 && o.stage() == stage);
    run.until(
        () ->
            run.seen().stream()
                .anyMatch(name -> name.epoch() == opened.epoch() && name.loadStage() == stage));
  }

  private static Shown cut(NetworkScene scene) throws Exception {
    scene.cluster();
    LiveRun run = scene.submit(LossPlans.of(LossPlans.FAIL));
    run.awaitMeasuring(10, A, B, C);
    WORKERS.forEach(worker -> scene.faults().cutBothWays(worker, COORDINATOR));
    long cut = System.nanoTime();
    run.until(() -> run.noted(RunEvent.WorkerLost.class).size() == WORKERS.size());
    // an order given before a loss was noticed may come once the links are back, and still hold
    long lastOrder = System.nanoTime();
    scene.faults().heal();
    RunEvent.RunEnded ended = run.awaitEnd();
    int epoch = run.lastEpoch();
    Evidence evidence = run.evidence();

    assertThat(ended.verdict()).as(evidence.story()).isEqualTo(Verdict.INVALID);
    Invariants invariants = Invariants.of(evidence).always().termination(cut);
    WORKERS.forEach(worker -> invariants.fence(worker.node(), epoch, lastOrder));
    long lost = evidence.settled(0).tallies().stream().mapToLong(RunEvent.Tally::lostAtLeast).sum();
    return new Shown(
        "all workers quiet after their leases; %d records are there, %d lost; conservation,"
                .formatted(evidence.records().size(), lost)
            + " ownership, windows",
        invariants.secondsToVerdict(cut),
        ended.verdict().toString());
  }

  private static Shown killed(NetworkScene scene, Consumer<LiveRun> stage) throws Exception {
    scene.cluster();
    LiveRun run = scene.submit(LossPlans.of(LossPlans.FAIL, TWO_PHASES));
    stage.accept(run);
    int epoch = run.lastEpoch();
    scene.coordinator().signal("KILL");
    long killed = System.nanoTime();
    scene.coordinator().awaitEnd();
    scene.startCoordinator("--resume=" + run.id()).awaitOutput("goes on with");
    long restarted = System.nanoTime();
    RunEvent.RunEnded ended = run.awaitEnd();
    Evidence evidence = run.evidence();

    RunChecks.validOnThisMachine(evidence);
    Invariants invariants = Invariants.of(evidence).always().termination(restarted);
    WORKERS.forEach(worker -> invariants.fence(worker.node(), epoch, killed));
    ReportOracle.check(evidence);
    assertThat(evidence.settled(0).epoch()).as("the first phase is kept").isLessThan(epoch);
    assertThat(evidence.recordsOf(0, LoadStage.MEASURE)).hasSize(60);
    assertThat(evidence.settled(1).epoch()).as("no old epoch is used again").isGreaterThan(epoch);
    double on = (reopened(evidence) - restarted) / 1e9;
    assertThat(on).as("s from the restart to a window").isLessThan(ON_AGAIN.toMillis() / 1e3);
    return new Shown(
        "workers quiet after their leases; the settled phase is kept, the other run anew under a"
            + " new epoch %.1f s after the restart; figures as computed on their own; conservation,"
                .formatted(on)
            + " ownership, windows",
        invariants.secondsToVerdict(killed),
        ended.verdict().toString());
  }

  private static long reopened(Evidence evidence) {
    int epoch = evidence.settled(1).epoch();
    return evidence.all(RunEvent.StageOpened.class).stream()
        .filter(opened -> opened.epoch() == epoch)
        .mapToLong(RunEvent.StageOpened::opensAtNanos)
        .min()
        .orElseThrow();
  }
}
