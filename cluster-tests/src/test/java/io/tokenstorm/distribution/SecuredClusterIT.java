package io.tokenstorm.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tokenstorm.cli.certs.TestCertificates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster of real processes with mutual TLS, and everyone who may not take part: each is told
 * why, and the coordinator's log says why, too. The cluster itself goes on.
 */
@Timeout(300)
class SecuredClusterIT {
  private static final Path QUICKSTART =
      Distribution.DIRECTORY.resolve("conf/plans/quickstart.yaml");

  @TempDir private Path folder;

  @Test
  void cluster_withCertificates_runs_andRefusesStrangersInWordsOnBothSides() throws Exception {
    TestCertificates certs = TestCertificates.in(folder.resolve("certs"));
    String own = certs.node("coordinator");
    try (Running replicas = Launcher.start(folder, "replica", "--port=0", "--gateway-port=0");
        Running coordinator =
            Launcher.start(folder, "coordinator", "--port=0", "--http-port=0", "--certs=" + own)) {
      String join = coordinator.awaitOutput("workers join ([0-9.:]+)");
      String api = coordinator.awaitOutput("plans go to ([0-9.:]+) by HTTPS with the token");
      String gateway = replicas.awaitOutput("gateway (http://[0-9.:]+)");
      try (Running a = worker(join, "a", "--certs=" + certs.node("a"))) {
        coordinator.awaitOutput("worker a joined");
        strangersAreRefused(join, certs);
        clientsNeedTheToken(api, certs.node("client"));
        Ended submit = submit(api, own, gateway);
        assertThat(submit.exitCode()).as(submit.out() + submit.err()).isZero();
        assertThat(submit.out()).contains("VALID");
        assertThat(a.err()).isEmpty();
      }
    }
  }

  private Running worker(String join, String id, String... more) throws IOException {
    return Launcher.start(folder, arguments(join, id, more));
  }

  private static String[] arguments(String join, String id, String... more) {
    return Stream.concat(
            Stream.of("worker", "--join=" + join, "--id=" + id, "--patience=2m"), Stream.of(more))
        .toArray(String[]::new);
  }

  private void strangersAreRefused(String join, TestCertificates certs) throws Exception {
    TestCertificates others = TestCertificates.in(folder.resolve("others"));
    String good = certs.node("good");
    // one after the other: together they would starve the cluster on a small machine
    try (Running wrong = worker(join, "wrong", "--certs=" + others.node("wrong"))) {
      isRefused(wrong, "was not issued by this cluster's authority", "refuses this node's certif");
    }
    try (Running old = worker(join, "old", "--certs=" + certs.expired("old"))) {
      isRefused(old, "refuses this node's certificate ('CN=old', valid until", "'CN=old' expired");
    }
    try (Running plain = worker(join, "plain")) {
      isRefused(plain, "wants TLS. Start this worker with --certs", "speaks no TLS");
    }
    try (Running other =
        Launcher.startWith(
            folder,
            "-Xbootclasspath/a:" + anotherVersion(),
            arguments(join, "other", "--certs=" + good))) {
      isRefused(other, "is version 9.9.9, the coordinator", "is version 9.9.9, the coordinator");
    }
  }

  /** Comes before the real one on the class path, as another release would have it. */
  private Path anotherVersion() throws IOException {
    Path root = folder.resolve("other-release");
    Path file = root.resolve("io/tokenstorm/cli/version.properties");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "version=9.9.9\n");
    return root;
  }

  private void isRefused(Running worker, String toItsUser, String inTheLog) throws Exception {
    assertThat(worker.awaitEnd()).as(worker.out() + worker.err()).isEqualTo(2);
    assertThat(worker.err()).contains(toItsUser);
    await().atMost(Duration.ofSeconds(20)).until(() -> coordinatorLog().contains(inTheLog));
  }

  private String coordinatorLog() {
    try (Stream<Path> logs = Files.list(folder.resolve("results/logs"))) {
      return Files.readString(logs.findFirst().orElseThrow());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void clientsNeedTheToken(String api, String certificates) throws Exception {
    Path token = folder.resolve("certs/coordinator/api.token");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
        .isEqualTo("rw-------");
    Ended none = Launcher.run(folder, "watch", "--to=" + api, "--certs=" + certificates);
    assertThat(none.exitCode()).as(none.out() + none.err()).isEqualTo(2);
    assertThat(none.err()).contains("a token is needed").contains("--token-file");
    Path wrong = Files.writeString(folder.resolve("wrong.token"), "not-the-right-token\n");
    Ended other =
        Launcher.run(
            folder, "cancel", "--to=" + api, "--certs=" + certificates, "--token-file=" + wrong);
    assertThat(other.exitCode()).as(other.out() + other.err()).isEqualTo(2);
    assertThat(other.err()).contains("this token is not the coordinator's");
    assertThat(coordinatorLog())
        .contains("a token is needed")
        .contains("this token is not the coordinator's")
        .doesNotContain("not-the-right-token")
        .doesNotContain(Files.readString(token).strip());
  }

  private Ended submit(String api, String certificates, String gateway) throws Exception {
    return Launcher.run(
        folder,
        "submit",
        QUICKSTART.toString(),
        "--to=" + api,
        "--certs=" + certificates,
        "--set=routes.*.url=" + gateway,
        "--phase=gateway-c4",
        "--time-scale=0.1",
        "--watch");
  }
}
