package io.tokenstorm.cluster.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tokenstorm.cluster.evidence.Evidence.Merged;
import io.tokenstorm.cluster.evidence.Evidence.RequestName;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenSource;
import io.tokenstorm.replica.truth.TruthRecord;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What must hold of every run, held against what the replicas saw. */
public final class RunChecks {
  private final Evidence run;

  private RunChecks(Evidence run) {
    this.run = run;
  }

  /** All that must hold of a run in which nothing went wrong. */
  public static void undisturbed(Evidence run) {
    RunChecks checks = new RunChecks(run);
    assertThat(run.all(RunEvent.PhaseSettled.class)).hasSameSizeAs(run.plan().phases());
    everyRequestOnce(run);
    checks.tokensAreTrue();
    for (int phase = 0; phase < run.plan().phases().size(); phase++) {
      checks.slots(phase);
      checks.issued(phase);
    }
    bounded(run);
  }

  /** What holds of any run that has a verdict, however it went. */
  public static void bounded(Evidence run) {
    Invariants.of(run).always();
  }

  /** Conservation of identity: seen by a replica = merged, none twice on either side. */
  public static void everyRequestOnce(Evidence run) {
    List<String> seen = run.truth().stream().map(TruthRecord::requestId).toList();
    List<String> merged = run.records().stream().map(run::idOf).toList();
    assertThat(seen).isNotEmpty().doesNotHaveDuplicates();
    assertThat(merged).doesNotHaveDuplicates();
    assertThat(new TreeSet<>(merged)).isEqualTo(new TreeSet<>(seen));
  }

  private void tokensAreTrue() {
    Map<String, Merged> records = run.recordsById();
    for (TruthRecord truth : run.truth()) {
      RequestRecord record = records.get(truth.requestId()).record();
      assertThat(record.succeeded()).as("%s", record).isTrue();
      assertThat(truth.ended()).isEqualTo("done");
      assertThat(record.tokens().outputSource()).isEqualTo(TokenSource.USAGE);
      assertThat(record.tokens().output()).as("%s", record).isEqualTo(truth.outputTokens());
      assertThat(record.tokens().input()).as("%s", record).isEqualTo(truth.promptTokens());
      if (run.plan().routeOf(run.plan().phases().get(record.key().phase())).replicaHeader()
          != null) {
        assertThat(record.replica()).as("%s", record).isEqualTo(truth.replica());
      }
      int events = truth.trace().size();
      if (events > 0) {
        assertThat(record.tokens().events()).as("%s", record).isEqualTo(events);
        assertThat(record.gaps().size()).as("%s", record).isEqualTo(events - 1);
      }
    }
  }

  /** The shares of a phase are its slots, each once; and each of them was used. */
  private void slots(int phase) {
    int asked = run.plan().phases().get(phase).concurrency();
    Set<Integer> all = IntStream.range(0, asked).boxed().collect(Collectors.toSet());
    List<Integer> shared =
        run.all(RunEvent.PhaseArmed.class).stream()
            .filter(a -> a.phase() == phase)
            .flatMap(a -> a.shares().stream())
            .flatMap(s -> IntStream.range(s.firstSlot(), s.firstSlot() + s.slots()).boxed())
            .toList();
    assertThat(shared).containsExactlyInAnyOrderElementsOf(all);
    assertThat(
            run.truthOf(phase).stream()
                .map(t -> RequestName.of(t.requestId()).slot())
                .collect(Collectors.toSet()))
        .isEqualTo(all);
  }

  /** The workers' own counts are what the replicas saw, worker by worker. */
  private void issued(int phase) {
    RunEvent.PhaseArmed armed =
        run.all(RunEvent.PhaseArmed.class).stream()
            .filter(a -> a.phase() == phase)
            .findFirst()
            .orElseThrow();
    for (RunEvent.Tally tally : run.settled(phase).tallies()) {
      assertThat(tally.issued())
          .as("issued by %s in the %s of phase %s", tally.worker(), tally.stage(), phase)
          .isEqualTo(seenOf(phase, armed, tally));
    }
  }

  private long seenOf(int phase, RunEvent.PhaseArmed armed, RunEvent.Tally tally) {
    String stage = tally.stage() == LoadStage.WARMUP ? "w" : "m";
    return run.truthOf(phase).stream()
        .map(t -> RequestName.of(t.requestId()))
        .filter(n -> n.epoch() == armed.epoch() && n.stage().equals(stage))
        .filter(n -> ownerOf(n.slot(), armed).equals(tally.worker()))
        .count();
  }

  public static String ownerOf(int slot, RunEvent.PhaseArmed armed) {
    return armed.shares().stream()
        .filter(s -> s.firstSlot() <= slot && slot < s.firstSlot() + s.slots())
        .map(RunEvent.Share::worker)
        .findFirst()
        .orElse("");
  }

  /**
   * VALID; or DEGRADED because the machine that tests was too busy to send in time, and the report
   * says so. That is no fault of the run.
   */
  public static void validOnThisMachine(Evidence run) throws IOException {
    JsonNode report = run.report();
    Set<String> rules = Set.copyOf(report.get("findings").findValuesAsText("rule"));
    String expected = rules.contains("generator_limit") ? "DEGRADED" : "VALID";
    assertThat(report.get("verdict").asText()).as(run.story()).isEqualTo(expected);
  }
}
