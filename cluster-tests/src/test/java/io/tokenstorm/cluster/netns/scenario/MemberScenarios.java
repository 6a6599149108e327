package io.tokenstorm.cluster.netns.scenario;

import static io.tokenstorm.cluster.netns.net.Machine.A;
import static io.tokenstorm.cluster.netns.net.Machine.B;
import static io.tokenstorm.cluster.netns.net.Machine.C;
import static io.tokenstorm.cluster.netns.net.Machine.COORDINATOR;
import static io.tokenstorm.cluster.netns.net.Machine.D;
import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cli.certs.TestCertificates;
import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.netns.scene.LiveRun;
import io.tokenstorm.cluster.netns.scene.NetworkScene;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.distribution.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Nodes that come late, and nodes that may not come. */
final class MemberScenarios {
  private static final String TWO_PHASES =
      """
      - {name: first, route: gateway, workload: short, concurrency: 8, measure: {at_least: %ss}}
      - {name: next, route: gateway, workload: short, concurrency: 8, measure: {at_least: 2s}}
      """;

  private MemberScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "late-joiner",
            "another worker started in a measured window",
            true,
            MemberScenarios::late),
        new Scenario(
            "strangers",
            "in a measured window: a worker of a taken id, of another authority, with an expired certificate,"
                + " of another version, without TLS; a client with a wrong token",
            false,
            MemberScenarios::strangers));
  }

  private static Shown late(NetworkScene scene) throws Exception {
    scene.cluster();
    LiveRun run = scene.submit(LossPlans.of(LossPlans.FAIL, TWO_PHASES.formatted(15)));
    run.awaitMeasuring(4, A, B, C);
    scene.worker(D);
    RunEvent.RunEnded ended = run.awaitEnd();
    Evidence evidence = run.evidence();

    RunChecks.validOnThisMachine(evidence);
    RunChecks.undisturbed(evidence);
    List<RunEvent.PhaseArmed> armed = evidence.all(RunEvent.PhaseArmed.class);
    assertThat(armed.get(0).shares())
        .extracting(RunEvent.Share::worker)
        .containsExactly("a", "b", "c");
    assertThat(armed.get(1).shares())
        .extracting(RunEvent.Share::worker)
        .containsExactly("a", "b", "c", "d");
    return Shown.of(
        "waits, and serves from the next phase on; every request once, every slot used, windows",
        ended.verdict());
  }

  private static Shown strangers(NetworkScene scene) throws Exception {
    scene.cluster();
    LiveRun run = scene.submit(LossPlans.of(LossPlans.FAIL, TWO_PHASES.formatted(50)));
    run.awaitMeasuring(4, A, B, C);
    TestCertificates others = TestCertificates.in(scene.folder(D).resolve("others"));
    TestCertificates ours = TestCertificates.of(scene.authority());
    String own = scene.node(D)[1];
    Running taken = stranger(scene, "", "--id=a", own);
    Running foreign = stranger(scene, "", "--id=other", "--certs=" + others.node("other"));
    Running old = stranger(scene, "", "--id=old", "--certs=" + ours.expired("old"));
    Running version = stranger(scene, anotherVersion(scene), "--id=version", own);
    Running plain = stranger(scene, "", "--id=plain", "--insecure");
    refused(scene, taken, "another process", "another process");
    refused(
        scene, foreign, "was not issued by this cluster's authority", "refuses this node's certif");
    refused(scene, old, "refuses this node's certificate ('CN=old', valid until", "expired");
    refused(scene, version, "is version 9.9.9, the coordinator", "is version 9.9.9");
    refused(scene, plain, "wants TLS. Start this worker with --certs", "speaks no TLS");
    wrongToken(scene, own);
    assertThat(run.noted(RunEvent.WindowClosed.class)).as("all this in the first window").isEmpty();
    RunEvent.RunEnded ended = run.awaitEnd();
    Evidence evidence = run.evidence();

    RunChecks.validOnThisMachine(evidence);
    RunChecks.undisturbed(evidence);
    return Shown.of(
        "each refused, with a reason on both sides; the run is unaffected: every request once, every"
            + " slot used, windows",
        ended.verdict());
  }

  private static Running stranger(NetworkScene scene, String javaOptions, String... arguments)
      throws Exception {
    String join = "--join=" + COORDINATOR.address() + ":7355";
    String host = "--host=" + D.address();
    return scene.start(
        D,
        javaOptions,
        Stream.concat(Stream.of("worker", join, host), Stream.of(arguments))
            .toArray(String[]::new));
  }

  /** Comes before the real one on the class path, as another release would have it. */
  private static String anotherVersion(NetworkScene scene) throws IOException {
    Path root = scene.folder(D).resolve("other-release");
    Path file = root.resolve("io/tokenstorm/cli/version.properties");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "version=9.9.9\n");
    return "-Xbootclasspath/a:" + root;
  }

  private static void wrongToken(NetworkScene scene, String certificates) throws Exception {
    Path token = Files.writeString(scene.folder(D).resolve("wrong.token"), "not-the-right-one\n");
    Running client =
        scene.start(
            D,
            "",
            "cancel",
            "--to=" + COORDINATOR.address() + ":7380",
            certificates,
            "--token-file=" + token);
    refused(
        scene,
        client,
        "this token is not the coordinator's",
        "this token is not the coordinator's");
  }

  private static void refused(
      NetworkScene scene, Running stranger, String toItsUser, String inTheLog) throws Exception {
    assertThat(stranger.awaitEnd()).as(stranger.out() + stranger.err()).isEqualTo(2);
    assertThat(stranger.err()).contains(toItsUser);
    assertThat(coordinatorLog(scene)).contains(inTheLog);
  }

  private static String coordinatorLog(NetworkScene scene) {
    Path logs = scene.folder(COORDINATOR).resolve("results/logs");
    try (Stream<Path> files = Files.list(logs)) {
      return Files.readString(files.findFirst().orElseThrow());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
