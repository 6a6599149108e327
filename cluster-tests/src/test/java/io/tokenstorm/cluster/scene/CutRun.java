package io.tokenstorm.cluster.scene;

import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.replica.ReplicaSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A run of two phases whose coordinator, a process of its own, is killed in the measured window of
 * the second. Its one worker {@code w1}, another process, lives on, and so does the target.
 */
public final class CutRun implements AutoCloseable {
  private final Path directory;
  private final ReplicaSet target;
  private final ChildJvm worker;
  private final Path run;
  private final String port;
  private final long killedNanos;

  private CutRun(
      Path directory, ReplicaSet target, ChildJvm worker, Path run, String port, long killedNanos) {
    this.directory = directory;
    this.target = target;
    this.worker = worker;
    this.run = run;
    this.port = port;
    this.killedNanos = killedNanos;
  }

  /**
   * Starts all, and kills.
   *
   * @param directory of everything; the truth log is {@code truth.jsonl} in it
   * @param second how long the second phase measures, such as {@code 5m}
   */
  public static CutRun make(Path directory, String second) throws Exception {
    ReplicaSet target = ReplicaSet.pair("fast", truth(directory));
    String text =
        Plans.text(
            target,
            "",
            """
            - {name: first, route: direct, workload: short, concurrency: 4, measure: {requests: 60}}
            - {name: second, route: direct, workload: short, concurrency: 4, measure: {at_least: %s}}
            """
                .formatted(second));
    Path plan = Files.writeString(directory.resolve("plan.yaml"), text);
    try (ChildJvm coordinator =
        ChildJvm.start(
            "killed", directory, CoordinatorMain.class, results(directory), "1", plan.toString())) {
      String join = coordinator.awaitLine("remoting (.*)");
      ChildJvm worker =
          ChildJvm.start(
              "w1", directory, WorkerMain.class, "w1", join, spools(directory).toString());
      Path run = Path.of(coordinator.awaitLine("directory (.*)"));
      Cluster.await().until(() -> measuresSecond(run) && target.replica("r1").inFlight() > 0);
      coordinator.kill();
      String port = join.substring(join.lastIndexOf(':') + 1);
      return new CutRun(directory, target, worker, run, port, System.nanoTime());
    }
  }

  /**
   * A coordinator at the same address that takes the run up.
   *
   * @param how {@code resume} or {@code collect}
   */
  public ChildJvm takenUp(String how) throws IOException {
    return ChildJvm.start(
        how, directory, CoordinatorMain.class, results(directory), "1", port, run.toString(), how);
  }

  /** The run's directory. */
  public Path run() {
    return run;
  }

  public Path truth() {
    return truth(directory);
  }

  public ReplicaSet target() {
    return target;
  }

  public ChildJvm worker() {
    return worker;
  }

  /** When the coordinator was no more. */
  public long killedNanos() {
    return killedNanos;
  }

  /** The events that are on disk. */
  public static List<RunEvent> events(Path run) {
    return Files.exists(run.resolve("events.jsonl"))
        ? RunDirectory.open(run).events().stream().map(StampedEvent::event).toList()
        : List.of();
  }

  private static boolean measuresSecond(Path run) {
    return events(run).stream()
        .filter(RunEvent.StageOpened.class::isInstance)
        .map(RunEvent.StageOpened.class::cast)
        .anyMatch(
            o ->
                o.phase() == 1
                    && o.stage() == LoadStage.MEASURE
                    && System.nanoTime() > o.opensAtNanos());
  }

  private static Path truth(Path directory) {
    return directory.resolve("truth.jsonl");
  }

  private static String results(Path directory) {
    return directory.resolve("results").toString();
  }

  public static Path spools(Path directory) {
    return directory.resolve("spools");
  }

  @Override
  public void close() throws Exception {
    worker.close();
    target.close();
  }
}
