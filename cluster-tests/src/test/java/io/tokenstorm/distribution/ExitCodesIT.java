package io.tokenstorm.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;

/** What scripts build on: exit codes of real processes, and one clear paragraph on stderr. */
@Execution(CONCURRENT)
class ExitCodesIT {
  private static final String PLAN =
      """
      name: small
      model: m
      seed: 1
      routes: {direct: {url: "http://127.0.0.1:%d"}}
      workloads: {short: {input_tokens: 100}}
      phases: [{name: a, route: direct, workload: short, concurrency: 1, measure: {requests: 1}}]
      """;

  @TempDir private Path folder;

  @Test
  void validate_goodPlan_is0() throws Exception {
    Ended ended = Launcher.run(folder, "validate", plan(8000));
    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isZero();
  }

  @Test
  void validate_badPlan_is2_andLocated() throws Exception {
    String plan =
        Files.writeString(folder.resolve("bad.yaml"), PLAN.formatted(1).replace("seed", "sead"))
            .toString();
    Ended ended = Launcher.run(folder, "validate", plan);
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("bad.yaml:3:1").contains("did you mean seed?");
    assertThat(ended.err()).doesNotContain("\tat ");
  }

  @Test
  void unknownOption_is2() throws Exception {
    Ended ended = Launcher.run(folder, "run", plan(1), "--worker", "2");
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("Did you mean --workers");
  }

  @Test
  void run_badPlan_is2_beforeAnythingStarts() throws Exception {
    Ended ended = Launcher.run(folder, "run", folder.resolve("none.yaml").toString());
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(folder.resolve("results")).doesNotExist();
  }

  @Test
  void run_unreachableTarget_is3_withUrlAndCause() throws Exception {
    try (FreePort nobody = FreePort.open()) {
      Ended ended = Launcher.run(folder, "run", plan(nobody.number()), "--workers", "1");
      assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(3);
      assertThat(ended.err())
          .contains("http://127.0.0.1:" + nobody.number())
          .containsIgnoringCase("refused")
          .doesNotContain("\tat ");
    }
  }

  @Test
  void run_unwritableOut_is2() throws Exception {
    Path file = Files.writeString(folder.resolve("a-file"), "");
    Ended ended = Launcher.run(folder, "run", plan(1), "--out", file.resolve("x").toString());
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(2);
    assertThat(ended.err()).contains("a-file").contains("--out");
  }

  @Test
  void coordinator_portInUse_is2() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      Ended remoting = Launcher.run(folder, "coordinator", "--port", port, "--http-port", "0");
      assertThat(remoting.exitCode()).as(remoting.out() + remoting.err()).isEqualTo(2);
      assertThat(remoting.err()).contains(port).contains("in use");
      Ended http = Launcher.run(folder, "coordinator", "--port", "0", "--http-port", port);
      assertThat(http.exitCode()).as(http.out() + http.err()).isEqualTo(2);
      assertThat(http.err()).contains(port).contains("in use");
    }
  }

  @Test
  void coordinator_otherHost_withoutCertificates_is2() throws Exception {
    Ended ended = Launcher.run(folder, "coordinator", "--host", "0.0.0.0");
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("--host").contains("TLS").contains("--certs");
  }

  @Test
  void client_withoutCoordinator_is3() throws Exception {
    try (FreePort port = FreePort.open()) {
      String nobody = "127.0.0.1:" + port.number();
      for (Ended ended :
          new Ended[] {
            Launcher.run(folder, "submit", plan(1), "--to", nobody),
            Launcher.run(folder, "watch", "--to", nobody),
            Launcher.run(folder, "cancel", "--to", nobody)
          }) {
        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(3);
        assertThat(ended.err()).contains(nobody);
      }
    }
  }

  @Test
  void worker_withoutCoordinator_is3() throws Exception {
    try (FreePort port = FreePort.open()) {
      String nobody = "127.0.0.1:" + port.number();
      Ended ended = Launcher.run(folder, "worker", "--join", nobody, "--patience", "3s");
      assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(3);
      assertThat(ended.err()).contains(nobody);
    }
  }

  @Test
  void report_ofNoRun_is2() throws Exception {
    Ended ended = Launcher.run(folder, "report", folder.toString());
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("no run's directory");
  }

  private String plan(int port) throws IOException {
    return Files.writeString(folder.resolve("plan.yaml"), PLAN.formatted(port)).toString();
  }
}
