package io.tokenstorm.worker.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.spool.BatchLimit;
import io.tokenstorm.protocol.spool.IssuedCount;
import io.tokenstorm.protocol.spool.SpoolKey;
import io.tokenstorm.protocol.spool.SpoolReader;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerHello;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.SendWindow;
import io.tokenstorm.protocol.wire.Stage;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A worker as a process of its own, killed with SIGKILL inside the measured window. */
@Timeout(180)
class WorkerKillIT {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final SamplePlan PLAN = SamplePlan.of(4);

  @BeforeAll
  static void bePatient() {
    Awaitility.setDefaultTimeout(LONG);
  }

  @TempDir Path dir;

  /** The child: writes one byte to a file for each send, after the gate allowed it. */
  public static final class Child {
    private Child() {}

    public static void main(String[] args) throws Exception {
      FileOutputStream truth = new FileOutputStream(args[2]);
      WorkerNode node =
          WorkerNode.start(
              WorkerOptions.of(
                      "w1",
                      "1",
                      args[0],
                      Path.of(args[1]),
                      () -> new ScriptedEngine(Duration.ofMillis(2), key -> note(truth)))
                  .withEnvironment(name -> Optional.of("x")));
      node.whenEnded().toCompletableFuture().get();
    }

    private static void note(FileOutputStream truth) {
      try {
        truth.write('s');
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void kill_whileMeasuring_lossIsExactFromTheSpool() throws Exception {
    Path truth = dir.resolve("truth");
    try (ScriptedCoordinator coordinator = new ScriptedCoordinator();
        Conductor conductor = new Conductor(coordinator, "w1", PLAN, "run-1")) {
      Process child = child(coordinator.hostPort(), truth);
      await().atMost(LONG).until(() -> coordinator.hello("w1") != null);
      coordinator.tell("w1", PLAN.assignment("run-1"));
      conductor.arm(1);
      await()
          .atMost(LONG)
          .until(
              () ->
                  coordinator.heard(WorkerStatus.class).stream().anyMatch(WorkerStatus::prepared));
      conductor.order(
          Stage.MEASURE,
          SendWindow.NONE,
          new SendWindow(Ticker.system().nanos(), Long.MAX_VALUE, 0));
      Puller puller = new Puller(coordinator, "w1", "run-1", 1, 5);
      await()
          .atMost(LONG)
          .pollInterval(Duration.ofMillis(10))
          .until(
              () -> {
                puller.demand();
                return puller.count() > 500;
              });
      child.toHandle().destroyForcibly();
      assertThat(child.waitFor(20, TimeUnit.SECONDS)).isTrue();
      account(coordinator.hello("w1"), puller, Files.size(truth));
    }
  }

  private static void account(WorkerHello hello, Puller puller, long sent) throws IOException {
    Path spool =
        new SpoolKey("w1", "run-1", 1, hello.processKey())
            .directoryBelow(Path.of(hello.spoolPath()));
    try (SpoolReader reader = SpoolReader.open(spool)) {
      long issued = reader.issued().stream().mapToLong(IssuedCount::issued).sum();
      assertThat(issued).as("counted before each send").isBetween(sent, sent + 1);

      List<RequestRecord> merged = new ArrayList<>(puller.records());
      List<RequestRecord> rest = reader.read(merged.size(), new BatchLimit(500, 1 << 20));
      while (!rest.isEmpty()) {
        merged.addAll(rest);
        rest = reader.read(merged.size(), new BatchLimit(500, 1 << 20));
      }
      assertThat(merged).hasSize((int) reader.endSeq());
      Set<RequestKey> keys = new HashSet<>();
      merged.forEach(record -> keys.add(record.key()));
      assertThat(keys).as("none twice").hasSize(merged.size());
      assertThat(issued - merged.size()).as("lost").isNotNegative();
    }
  }

  private Process child(String join, Path truth) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            Child.class.getName(),
            join,
            dir.toString(),
            truth.toString())
        .redirectErrorStream(true)
        .redirectOutput(dir.resolve("child.log").toFile())
        .start();
  }
}
