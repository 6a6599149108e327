package io.tokenstorm.cluster.netns.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.netns.net.Machine;
import io.tokenstorm.cluster.netns.scene.LiveRun;
import io.tokenstorm.cluster.netns.scene.NetworkScene;
import io.tokenstorm.distribution.Distribution;
import io.tokenstorm.distribution.Ended;
import io.tokenstorm.distribution.Running;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Three machines with mutual TLS by the very commands of the README: read from it, and run as they
 * stand there. Only {@code scp} is played, as a copy between the machines' folders.
 */
final class ReadmeScenario {
  private static final Path README = Distribution.ROOT.resolve("README.md");

  private ReadmeScenario() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "readme",
            "none: the README's commands for three machines, word by word",
            true,
            ReadmeScenario::threeMachines));
  }

  private static Shown threeMachines(NetworkScene scene) throws Exception {
    ThreeMachines commands = ThreeMachines.of(Files.readString(README));
    Map<String, String> path = Map.of("PATH", playedScp(scene) + ":" + System.getenv("PATH"));
    Running replicas = scene.replicas();
    Files.writeString(scene.folder(Machine.COORDINATOR).resolve("my-plan.yaml"), plan());
    for (Machine machine : List.of(Machine.COORDINATOR, Machine.A, Machine.B)) {
      Files.createSymbolicLink(
          scene.folder(machine).resolve("tokenstorm"),
          Distribution.DIRECTORY.resolve("bin/tokenstorm"));
    }
    for (String command : commands.preparations()) {
      ends(scene, path, command);
    }
    Running coordinator = scene.start(Machine.COORDINATOR, path, shell(commands.coordinator()));
    replicas.awaitOutput("gateway http://");
    coordinator.awaitOutput("plans go to ");
    List<Running> workers = new ArrayList<>();
    workers.add(scene.start(Machine.A, path, shell(commands.workers().get(0))));
    workers.add(scene.start(Machine.B, path, shell(commands.workers().get(1))));
    Ended submitted = scene.run(Machine.COORDINATOR, path, shell(commands.submit()));

    assertThat(submitted.exitCode()).as(submitted.out() + scene.story()).isBetween(0, 1);
    LiveRun run = scene.run(submitted.out().strip().split(" ")[0]);
    run.awaitEnd();
    Evidence evidence = run.evidence();
    RunChecks.validOnThisMachine(evidence);
    RunChecks.undisturbed(evidence);
    assertThat(workers).allMatch(Running::isAlive).allMatch(worker -> worker.err().isEmpty());
    return Shown.of(
        "every request once, every slot used, windows within the bound, tokens as the replicas say",
        evidence.report().get("verdict").asText());
  }

  private static void ends(NetworkScene scene, Map<String, String> path, String command)
      throws Exception {
    Ended ended = scene.run(Machine.COORDINATOR, path, shell(command));
    assertThat(ended.exitCode()).as(command + "\n" + ended.out() + ended.err()).isZero();
  }

  private static List<String> shell(String command) {
    return List.of("sh", "-c", "exec " + command);
  }

  /** A folder with an {@code scp} that takes the machines' folders for the machines. */
  private static Path playedScp(NetworkScene scene) throws Exception {
    Path machines = scene.folder(Machine.COORDINATOR).getParent();
    Path scp = Files.createDirectories(machines.resolve("bin")).resolve("scp");
    Files.writeString(
        scp, "#!/bin/sh\nset -eu\ncp -r \"$2\" \"%s/${3%%%%:*}/${3#*:}\"\n".formatted(machines));
    Files.setPosixFilePermissions(scp, PosixFilePermissions.fromString("rwx------"));
    return scp.getParent();
  }

  private static String plan() {
    return LossPlans.of(
        LossPlans.FAIL,
        """
        - {name: direct, route: direct, workload: short, concurrency: 4, measure: {at_least: 2s}}
        - {name: gateway, route: gateway, workload: short, concurrency: 6, measure: {requests: 60}}
        """);
  }
}
