package io.tokenstorm.coordinator.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What must hold of every run, whatever happened. */
public final class Invariants {
  private Invariants() {}

  public static void hold(VirtualCluster cluster, int concurrency) {
    assertThat(cluster.end()).as("the run ends").isNotNull();
    assertThat(cluster.events(RunEvent.RunEnded.class)).as("one verdict").hasSize(1);
    assertThat(cluster.replicas().mostAtOnce())
        .as("in flight at the replicas, at most what was asked")
        .isLessThanOrEqualTo(concurrency);
    assertThat(cluster.replicas().twice()).as("a slot has one owner").isEmpty();
    recordsOnce(cluster);
    tallies(cluster);
    windows(cluster);
  }

  private static void recordsOnce(VirtualCluster cluster) {
    Set<RequestKey> keys = new HashSet<>();
    for (RequestRecord record : cluster.log()) {
      assertThat(keys.add(record.key())).as("once in the log: %s", record.key()).isTrue();
    }
    assertThat(cluster.replicas().seen()).as("every record was seen").containsAll(keys);
  }

  private static void tallies(VirtualCluster cluster) {
    for (RunEvent.PhaseSettled settled : cluster.events(RunEvent.PhaseSettled.class)) {
      for (LoadStage stage : LoadStage.values()) {
        long seen =
            cluster.replicas().seen().stream()
                .filter(k -> k.epoch() == settled.epoch() && k.stage() == stage)
                .count();
        List<RunEvent.Tally> of =
            settled.tallies().stream().filter(t -> t.stage() == stage).toList();
        long merged = of.stream().mapToLong(RunEvent.Tally::merged).sum();
        long atLeast = of.stream().mapToLong(RunEvent.Tally::lostAtLeast).sum();
        boolean exact =
            of.stream().allMatch(t -> t.lostAtMost() != null && t.lostAtMost() == t.lostAtLeast());
        assertThat(merged + atLeast).as("conservation, at least").isLessThanOrEqualTo(seen);
        if (exact) {
          assertThat(merged + atLeast).as("conservation: %s", of).isEqualTo(seen);
        }
        for (RunEvent.Tally tally : of) {
          assertThat(tally.success() + tally.errors() + tally.cut()).isEqualTo(tally.merged());
        }
      }
    }
  }

  /** A record lies in its window, by the coordinator's time line, within the clocks' bound. */
  private static void windows(VirtualCluster cluster) {
    for (RunEvent.StageOpened opened : cluster.events(RunEvent.StageOpened.class)) {
      for (RequestRecord record : cluster.log()) {
        boolean of =
            record.key().epoch() == opened.epoch() && record.key().stage() == opened.stage();
        if (of) {
          assertThat(record.instants().sentNanos())
              .as("sent after the opening: %s", record.key())
              .isGreaterThanOrEqualTo(opened.opensAtNanos() - 1_000);
        }
      }
    }
  }
}
