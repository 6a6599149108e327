package io.tokenstorm.cluster.netns.scenario;

import static io.tokenstorm.cluster.netns.net.Machine.A;
import static io.tokenstorm.cluster.netns.net.Machine.B;
import static io.tokenstorm.cluster.netns.net.Machine.C;
import static io.tokenstorm.cluster.netns.net.Machine.COORDINATOR;
import static io.tokenstorm.cluster.netns.net.Machine.D;
import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.Evidence.Merged;
import io.tokenstorm.cluster.evidence.Invariants;
import io.tokenstorm.cluster.evidence.ReportOracle;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.netns.net.DelayRelay;
import io.tokenstorm.cluster.netns.net.Faults.Diversion;
import io.tokenstorm.cluster.netns.scene.LiveRun;
import io.tokenstorm.cluster.netns.scene.NetworkScene;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.distribution.Running;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.replica.truth.TruthRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Links between nodes that lose packets, or carry little. */
final class LinkScenarios {
  private static final int SLOW_KBIT = 256;
  private static final int REQUESTS = 900;
  private static final long SEED = 11;

  private LinkScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "slow-link",
            "a worker's link to the others carries 256 kbit/s (tc tbf)",
            true,
            LinkScenarios::slow),
        new Scenario(
            "loss-5",
            "5 % of the packets between the coordinator and each worker dropped (nft)",
            true,
            scene -> lossy(scene, 5)),
        new Scenario(
            "loss-20",
            "20 % of the packets between the coordinator and each worker dropped (nft)",
            false,
            scene -> lossy(scene, 20)),
        new Scenario(
            "delay",
            "what a worker and the coordinator send each other held back for 50 ms ± 20 each way, by a"
                + " relay",
            false,
            LinkScenarios::delayed));
  }

  private static Shown slow(NetworkScene scene) throws Exception {
    scene.faults().slow(B, SLOW_KBIT);
    Running slow = scene.cluster();
    LiveRun run =
        scene.submit(
            LossPlans.of(
                LossPlans.FAIL,
                """
                - {name: all, route: direct, workload: short, concurrency: 60, output_tokens: 128, measure: {requests: %d}}
                """
                    .formatted(REQUESTS)));
    RunEvent.RunEnded ended = run.awaitEnd();
    long peak = peakMegabytes(slow);
    Evidence evidence = run.evidence();

    RunChecks.validOnThisMachine(evidence);
    RunChecks.everyRequestOnce(evidence);
    Invariants.of(evidence).always();
    ReportOracle.check(evidence);
    long lateSlow = medianLateMicros(evidence, "b");
    long lateFast = medianLateMicros(evidence, "a");
    assertThat(lateSlow - lateFast)
        .as("later than on the fast link, median of first tokens, us")
        .isLessThan(20_000);
    return Shown.of(
        "every request once; first tokens seen %.1f ms after they left the replica (%.1f ms by a"
                .formatted(lateSlow / 1e3, lateFast / 1e3)
            + " worker on a fast link), median; the worker's memory %d MB at most".formatted(peak),
        ended.verdict());
  }

  /** How much later than the replica's own stamp, counted from the send, a first token came. */
  private static long medianLateMicros(Evidence evidence, String worker) {
    Map<String, TruthRecord> truth =
        evidence.truth().stream()
            .collect(Collectors.toMap(TruthRecord::requestId, Function.identity()));
    List<Long> late =
        evidence.recordsOf(0, LoadStage.MEASURE).stream()
            .filter(merged -> merged.worker().equals(worker))
            .map(merged -> lateNanos(merged, truth.get(evidence.idOf(merged))) / 1_000)
            .sorted()
            .toList();
    return late.get(late.size() / 2);
  }

  private static long lateNanos(Merged merged, TruthRecord truth) {
    return merged.record().instants().firstTokenNanos()
        - (truth.firstTokenNanos() - truth.arrivalNanos());
  }

  private static long peakMegabytes(Running process) throws Exception {
    return Files.readAllLines(Path.of("/proc", String.valueOf(process.pid()), "status")).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024)
        .findFirst()
        .orElseThrow();
  }

  private static String sixSeconds() {
    return LossPlans.of(
        LossPlans.FAIL,
        """
        - {name: it, route: gateway, workload: short, concurrency: 12, measure: {at_least: 6s}}
        """);
  }

  private static Shown lossy(NetworkScene scene, int percent) throws Exception {
    List.of(A, B, C).forEach(worker -> scene.faults().lose(worker, COORDINATOR, percent));
    scene.cluster();
    LiveRun run = scene.submit(sixSeconds());
    RunEvent.RunEnded ended = run.awaitEnd();
    Evidence evidence = run.evidence();

    Invariants.of(evidence).always();
    boolean whole = evidence.all(RunEvent.WorkerLost.class).isEmpty();
    if (whole) {
      RunChecks.validOnThisMachine(evidence);
      RunChecks.everyRequestOnce(evidence);
      ReportOracle.check(evidence);
    }
    return Shown.of(
        whole
            ? "every record once; figures as computed on their own; ownership, windows"
            : "a worker was cut off and named; conservation, ownership, windows",
        ended.verdict());
  }

  private static Shown delayed(NetworkScene scene) throws Exception {
    List<Diversion> ways =
        List.of(
            new Diversion(B, COORDINATOR, 7355, D, 7001),
            new Diversion(COORDINATOR, B, 7356, D, 7002));
    ways.forEach(scene.faults()::divert);
    Running relay =
        scene.start(
            D,
            Map.of(),
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                DelayRelay.class.getName(),
                String.valueOf(SEED),
                ways.get(0).route(),
                ways.get(1).route()));
    relay.awaitOutput("relays");
    scene.cluster();
    LiveRun run = scene.submit(sixSeconds());
    RunEvent.RunEnded ended = run.awaitEnd();
    Evidence evidence = run.evidence();

    RunChecks.validOnThisMachine(evidence);
    RunChecks.undisturbed(evidence);
    ReportOracle.check(evidence);
    long bound = clockBoundNanos(evidence, "b");
    assertThat(bound).as("stated error of the far clock, ns").isGreaterThan(2_000_000);
    return Shown.of(
        "every request once, every slot used, windows within the stated error of the far clock (%.0f ms);"
                .formatted(bound / 1e6)
            + " seed %d".formatted(SEED),
        ended.verdict());
  }

  private static long clockBoundNanos(Evidence evidence, String worker) {
    return evidence.all(RunEvent.PhaseArmed.class).get(0).clocks().stream()
        .filter(clock -> clock.worker().equals(worker))
        .mapToLong(RunEvent.ClockBound::errorNanos)
        .findFirst()
        .orElseThrow();
  }
}
