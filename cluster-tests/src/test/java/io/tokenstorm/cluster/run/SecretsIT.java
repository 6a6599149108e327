package io.tokenstorm.cluster.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.scene.Cluster;
import io.tokenstorm.cluster.scene.Plans;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.replica.ReplicaSet;
import io.tokenstorm.worker.node.WorkerNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A secret goes to the target with each request, and nowhere else. */
@Timeout(90)
class SecretsIT {
  private static final String SECRET = "sk-5f1d-very-secret-71c2";
  private static final String VARIABLE = "WHOLE_RUN_KEY";

  @TempDir Path directory;

  @Test
  void bearer_byReference_reachesTheTargetAndNoFileLogOrNode() throws Exception {
    Map<String, String> environment = Map.of(VARIABLE, SECRET);
    CapturedLog log = CapturedLog.start();
    RunOutcome outcome;
    String wire;
    String toCoordinator;
    String toWorker;
    try (log;
        ReplicaSet target = ReplicaSet.pair("fast", directory.resolve("truth.jsonl"));
        Wiretap tap = Wiretap.before(target.replica("r1").port());
        TappedRemoting coordinator = TappedRemoting.make();
        TappedRemoting worker = TappedRemoting.make();
        Cluster cluster =
            coordinator.start(() -> Cluster.start(directory, 1, environment, coordinator.port()))) {
      WorkerNode unused = worker.start(() -> cluster.workerAt("w1", worker.port()));
      String plan =
          Plans.text(
                  target,
                  "auth: {bearer: \"${env:%s}\"}".formatted(VARIABLE),
                  "- {name: it, route: one, workload: short, concurrency: 2, measure: {requests:"
                      + " 8}}")
              .replace(target.replica("r1").url() + "\"}", tap.url() + "\"}");
      outcome = cluster.run(plan);
      wire = tap.heard();
      toCoordinator = coordinator.heard();
      toWorker = worker.heard();
    }

    assertThat(outcome.cause()).as(outcome.reason()).isEqualTo(EndCause.DONE);
    assertThat(count(wire, "authorization: bearer " + SECRET))
        .as("each of 2 + 8 requests, and the probe's")
        .isGreaterThanOrEqualTo(10)
        .isEqualTo(count(wire, "post /v1/"));
    assertThat(Files.readString(outcome.directory().resolve("plan.resolved.yaml")))
        .contains("${env:" + VARIABLE + "}");
    assertThat(toWorker).as("the tap hears the plan").contains(VARIABLE.toLowerCase(Locale.ROOT));
    assertThat(toWorker).doesNotContain(SECRET);
    assertThat(toCoordinator).as("the tap hears the worker").contains("worker-hello");
    assertThat(toCoordinator).doesNotContain(SECRET);
    assertThat(log.lines()).isNotEmpty().noneMatch(line -> line.contains(SECRET));
    assertThat(filesWith(SECRET)).isEmpty();
    assertThat(filesWith("tokenstorm-sim")).as("the search finds what is there").isNotEmpty();
  }

  private static long count(String text, String part) {
    return text.split(part, -1).length - 1L;
  }

  /** Files of the run, of its spools and beside them, unpacked where they are packed. */
  private List<Path> filesWith(String text) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).filter(f -> text(f).contains(text)).toList();
    }
  }

  private static String text(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      if (file.toString().endsWith(".gz")) {
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file))) {
          bytes = in.readAllBytes();
        }
      }
      return new String(bytes, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
