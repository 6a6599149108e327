package io.tokenstorm.cluster.netns.scenario;

import static io.tokenstorm.cluster.netns.net.Machine.A;
import static io.tokenstorm.cluster.netns.net.Machine.B;
import static io.tokenstorm.cluster.netns.net.Machine.C;
import static io.tokenstorm.cluster.netns.net.Machine.D;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.Invariants;
import io.tokenstorm.cluster.netns.scene.LiveRun;
import io.tokenstorm.cluster.netns.scene.NetworkScene;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.distribution.Distribution;
import io.tokenstorm.distribution.Running;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Workers that do not get the processor or the memory that they need. */
final class StarvedScenarios {
  private StarvedScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "no-cpu",
            "a worker of the lowest priority (nice 19) beside busy processes, in its second phase",
            false,
            StarvedScenarios::noCpu),
        new Scenario(
            "small-heap",
            "a worker with 48 MB of heap and 64 requests in flight",
            false,
            StarvedScenarios::smallHeap));
  }

  private static Shown noCpu(NetworkScene scene) throws Exception {
    scene.replicas();
    scene.startCoordinator();
    scene.worker(A);
    String program = Distribution.DIRECTORY.resolve("bin/tokenstorm").toString();
    scene.start(
        B,
        Map.of(),
        Stream.concat(Stream.of("nice", "-n", "19", program), Stream.of(scene.workerArguments(B)))
            .toList());
    scene.worker(C);
    LiveRun run =
        scene.submit(
            LossPlans.of(
                LossPlans.FAIL,
                """
                - {name: left-alone, route: direct, workload: short, concurrency: 6, measure: {at_least: 2s}}
                - {name: starved, route: direct, workload: short, concurrency: 6, measure: {at_least: 6s}}
                """));
    run.await(RunEvent.PhaseSettled.class, settled -> settled.phase() == 0);
    List<Running> busy = new ArrayList<>();
    for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
      busy.add(scene.start(D, Map.of(), List.of("sh", "-c", "while :; do :; done")));
    }
    RunEvent.RunEnded ended = run.awaitEnd();
    busy.forEach(Running::close);
    Evidence evidence = run.evidence();

    Invariants.of(evidence).always();
    List<String> found =
        StreamSupport.stream(evidence.report().get("findings").spliterator(), false)
            .filter(f -> f.path("fault").asText().equals("GENERATOR"))
            .map((JsonNode f) -> f.path("rule").asText() + ": " + f.path("text").asText())
            .toList();
    assertThat(found).as("findings whose affair is the generator").isNotEmpty();
    assertThat(String.join("\n", found) + ended.reason()).containsPattern("worker '?b'?");
    targetIsNotBlamed(evidence);
    return Shown.of(
        "the worker is named and it is said to be the generator's affair, and nothing the target's;"
            + " conservation, ownership, windows",
        evidence.report().get("verdict").asText());
  }

  private static Shown smallHeap(NetworkScene scene) throws Exception {
    scene.replicas();
    scene.startCoordinator();
    scene.worker(A);
    scene.worker(B, Map.of("TOKENSTORM_JAVA_OPTS", "-Xmx48m -Xmn16m -XX:TieredStopAtLevel=1"));
    scene.worker(C);
    LiveRun run =
        scene.submit(
            LossPlans.of(
                LossPlans.FAIL,
                """
                - {name: it, route: direct, workload: short, concurrency: 192, output_tokens: 64, measure: {at_least: 6s}}
                """));
    RunEvent.RunEnded ended = run.awaitEnd();
    Evidence evidence = run.evidence();

    Invariants.of(evidence).always();
    targetIsNotBlamed(evidence);
    return Shown.of(
        "a verdict (%s); the target is blamed for nothing; conservation, ownership, windows"
            .formatted(ended.reason()),
        evidence.report().get("verdict").asText());
  }

  /** The replicas are well: what is late here is not booked as theirs. */
  private static void targetIsNotBlamed(Evidence evidence) throws IOException {
    assertThat(evidence.report().get("findings"))
        .filteredOn(
            f -> List.of("errors", "stalls", "cold_window").contains(f.path("rule").asText()))
        .as("findings of waits and errors")
        .noneMatch(f -> f.path("fault").asText().equals("TARGET"));
  }
}
