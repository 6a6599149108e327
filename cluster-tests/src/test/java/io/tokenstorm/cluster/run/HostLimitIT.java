package io.tokenstorm.cluster.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.scene.Cluster;
import io.tokenstorm.cluster.scene.Plans;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.replica.ReplicaSet;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A worker whose host is too small for its slots says so before it sends anything. */
@Timeout(90)
class HostLimitIT {
  @TempDir Path directory;

  /** One address has 65,535 ports at most, and many a host allows fewer files than that. */
  @Test
  void slots_moreThanTheHostAllows_endTheRunWithTheLimitAndTheRemedy() throws Exception {
    RunOutcome outcome;
    CapturedLog log = CapturedLog.start();
    try (log;
        ReplicaSet target = ReplicaSet.pair("fast", directory.resolve("truth.jsonl"));
        Cluster cluster = Cluster.embedded(directory, 1)) {
      outcome =
          cluster.run(
              Plans.text(
                  target, "", "- {name: vast, route: one, workload: short, concurrency: 70000}"));
    }
    assertThat(outcome.cause()).as(outcome.reason()).isEqualTo(EndCause.WORKER_UNFIT);
    assertThat(outcome.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(outcome.reason())
        .contains("w1", "the host is too small for phase vast", "70,000 slots")
        .containsAnyOf("ulimit -n", "net.ipv4.ip_local_port_range");
    assertThat(log.lines())
        .anyMatch(
            line -> line.contains("cannot take part in phase vast") && line.contains("70,000"))
        .noneMatch(line -> line.contains("preparing "));
  }
}
