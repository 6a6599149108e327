package io.tokenstorm.coordinator.report.phase;

import io.tokenstorm.coordinator.report.model.Conservation;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds what was issued and merged, as the coordinator's ledger has it, against the records that
 * are in the log, worker by worker.
 */
final class ConservationMeter {
  private final Map<LoadStage, Map<String, Count>> found = new EnumMap<>(LoadStage.class);

  /** Takes any request of the settled epoch. */
  void add(String worker, RequestRecord record) {
    Count count =
        found
            .computeIfAbsent(record.key().stage(), s -> new HashMap<>())
            .computeIfAbsent(worker, w -> new Count());
    if (record.succeeded()) {
      count.success++;
    } else if (record.outcome() instanceof Outcome.Cut) {
      count.cut++;
    } else {
      count.errors++;
    }
  }

  /** By stage label: warmup, then measure. */
  Map<String, Conservation> reports(List<RunEvent.Tally> tallies) {
    Map<String, Conservation> reports = new LinkedHashMap<>();
    for (LoadStage stage : LoadStage.values()) {
      reports.put(
          stage.label(), report(tallies.stream().filter(t -> t.stage() == stage).toList(), stage));
    }
    return reports;
  }

  private Conservation report(List<RunEvent.Tally> tallies, LoadStage stage) {
    Count all = new Count();
    found.getOrDefault(stage, Map.of()).values().forEach(all::add);
    boolean tallied = all.total() == tallies.stream().mapToLong(t -> inLog(t).total()).sum();
    return new Conservation(
        issued(tallies),
        tallies.stream().mapToLong(RunEvent.Tally::merged).sum(),
        all.total(),
        all.success,
        all.errors,
        all.cut,
        new Conservation.Lost(
            tallies.stream().mapToLong(RunEvent.Tally::lostAtLeast).sum(), atMost(tallies)),
        tallied && tallies.stream().allMatch(this::holds));
  }

  private boolean holds(RunEvent.Tally t) {
    Count log = inLog(t);
    boolean sound =
        t.merged() == t.success() + t.errors() + t.cut()
            && log.success == t.success()
            && log.errors == t.errors()
            && log.cut == t.cut();
    if (t.issued() < 0) {
      return sound;
    }
    long lost = t.issued() - t.merged();
    Long atMost = t.lostAtMost();
    return sound && t.lostAtLeast() <= lost && (atMost == null || lost <= atMost);
  }

  private Count inLog(RunEvent.Tally tally) {
    return found.getOrDefault(tally.stage(), Map.of()).getOrDefault(tally.worker(), new Count());
  }

  private static @Nullable Long issued(List<RunEvent.Tally> tallies) {
    return tallies.stream().anyMatch(t -> t.issued() < 0)
        ? null
        : Long.valueOf(tallies.stream().mapToLong(RunEvent.Tally::issued).sum());
  }

  private static @Nullable Long atMost(List<RunEvent.Tally> tallies) {
    long sum = 0;
    for (RunEvent.Tally tally : tallies) {
      Long atMost = tally.lostAtMost();
      if (atMost == null) {
        return null;
      }
      sum += atMost;
    }
    return sum;
  }

  private static final class Count {
    private long success;
    private long errors;
    private long cut;

    long total() {
      return success + errors + cut;
    }

    void add(Count other) {
      success += other.success;
      errors += other.errors;
      cut += other.cut;
    }
  }
}
