package io.tokenstorm.cluster.netns.scenario;

import static io.tokenstorm.cluster.netns.net.Machine.A;
import static io.tokenstorm.cluster.netns.net.Machine.B;
import static io.tokenstorm.cluster.netns.net.Machine.C;
import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.Invariants;
import io.tokenstorm.cluster.evidence.ReportOracle;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.evidence.Spools;
import io.tokenstorm.cluster.netns.scene.LiveRun;
import io.tokenstorm.cluster.netns.scene.NetworkScene;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.distribution.Running;
import io.tokenstorm.protocol.record.LoadStage;
import java.util.List;
import java.util.function.Consumer;

/** A worker process that is killed, in each stage. */
final class KilledScenarios {
  private static final String LONG_WARMUP =
      """
      - {name: long, route: gateway, workload: short, concurrency: 6, warmup: {requests_per_slot: 60}, measure: {requests: 60}}
      """;
  private static final String LONG_ANSWERS =
      """
      - {name: long, route: gateway, workload: short, concurrency: 6, output_tokens: 600, measure: {at_least: 3s}}
      """;

  private KilledScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "kill-measuring",
            "SIGKILL of a worker in a measured window",
            true,
            scene -> inWindow(scene, "", run -> run.awaitMeasuring(10, A, B, C))),
        new Scenario(
            "kill-draining",
            "SIGKILL of a worker whose window has closed, with requests in flight",
            false,
            scene ->
                inWindow(
                    scene,
                    LONG_ANSWERS,
                    run -> run.await(RunEvent.WindowClosed.class, closed -> true))),
        new Scenario(
            "kill-armed",
            "SIGKILL of a worker that is ready for a phase",
            false,
            scene ->
                beforeWindow(scene, run -> run.await(RunEvent.PhaseArmed.class, armed -> true))),
        new Scenario(
            "kill-warmup",
            "SIGKILL of a worker in warmup",
            false,
            scene ->
                beforeWindow(
                    scene,
                    run -> {
                      run.await(RunEvent.StageOpened.class, o -> o.stage() == LoadStage.WARMUP);
                      run.until(() -> run.seen().size() > 12);
                    })));
  }

  /** It cannot be made good any more: the run is INVALID. */
  private static Shown inWindow(NetworkScene scene, String phases, Consumer<LiveRun> stage)
      throws Exception {
    Running victim = scene.cluster();
    LiveRun run =
        scene.submit(
            phases.isEmpty() ? LossPlans.of(LossPlans.FAIL) : LossPlans.of(LossPlans.FAIL, phases));
    stage.accept(run);
    victim.signal("KILL");
    long killed = System.nanoTime();
    RunEvent.RunEnded ended = run.awaitEnd();
    Evidence evidence = run.evidence();

    assertThat(ended.verdict()).as(evidence.story()).isEqualTo(Verdict.INVALID);
    assertThat(ended.reason()).contains("'b'").contains("long");
    Invariants invariants = Invariants.of(evidence).always().termination(killed);
    return new Shown(
        "the worker is named; lost: %s; conservation, ownership, windows"
            .formatted(lossOfVictim(scene, evidence)),
        invariants.secondsToVerdict(killed),
        ended.verdict().toString());
  }

  /** Nothing was measured yet: the phase is armed anew with those that are left. */
  private static Shown beforeWindow(NetworkScene scene, Consumer<LiveRun> stage) throws Exception {
    Running victim = scene.cluster();
    LiveRun run = scene.submit(LossPlans.of(LossPlans.FAIL, LONG_WARMUP));
    stage.accept(run);
    victim.signal("KILL");
    long killed = System.nanoTime();
    RunEvent.RunEnded ended = run.awaitEnd();
    Evidence evidence = run.evidence();

    RunChecks.validOnThisMachine(evidence);
    Invariants invariants = Invariants.of(evidence).always();
    ReportOracle.check(evidence);
    List<RunEvent.PhaseArmed> armed = evidence.all(RunEvent.PhaseArmed.class);
    assertThat(armed.get(armed.size() - 1).shares())
        .extracting(RunEvent.Share::worker)
        .containsExactlyInAnyOrder("a", "c");
    return new Shown(
        "armed anew with the other two, whose figures are as computed on their own; conservation,"
            + " ownership, windows",
        invariants.secondsToVerdict(killed),
        ended.verdict().toString());
  }

  /**
   * What is stated as lost of the killed worker. Its disk is there, on the same machine, so the
   * truth is known: what it issued and the log does not have.
   */
  private static String lossOfVictim(NetworkScene scene, Evidence evidence) throws Exception {
    Spools spool =
        Spools.of(scene.folder(B).resolve(".tokenstorm/spool"), B.node(), evidence.run());
    long merged = evidence.records().stream().filter(m -> m.worker().equals("b")).count();
    long lost = spool.issuedInAll() - merged;
    long atLeast = 0;
    long atMost = 0;
    for (RunEvent.Tally tally : evidence.settled(0).tallies()) {
      if (tally.worker().equals("b")) {
        atLeast += tally.lostAtLeast();
        atMost += tally.lostAtMost() == null ? Long.MAX_VALUE / 4 : tally.lostAtMost();
      }
    }
    assertThat(lost).as("really lost, by its own disk").isBetween(atLeast, atMost);
    return atLeast == atMost ? String.valueOf(lost) : lost + ", stated as at least " + atLeast;
  }
}
