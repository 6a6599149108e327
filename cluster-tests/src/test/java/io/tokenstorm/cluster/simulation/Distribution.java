package io.tokenstorm.cluster.simulation;

import io.tokenstorm.cluster.simulation.scenario.FaultKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** What many runs were like. */
final class Distribution {
  private final Map<FaultKind, Integer> faults = new EnumMap<>(FaultKind.class);
  private final Map<Integer, Integer> faultsARun = new TreeMap<>();
  private final Map<Integer, Integer> workers = new TreeMap<>();
  private final Map<String, Integer> verdicts = new TreeMap<>();
  private int runs;
  private int large;
  private long requests;
  private long nanos;
  private long longestNanos;

  void add(Outcome outcome) {
    int size = outcome.scenario().setting().workers().size();
    runs++;
    large += size >= 3 && outcome.tally().requests() >= 100 ? 1 : 0;
    requests += outcome.tally().requests();
    nanos += outcome.nanos();
    longestNanos = Math.max(longestNanos, outcome.nanos());
    workers.merge(size, 1, Integer::sum);
    faultsARun.merge(outcome.faults().size(), 1, Integer::sum);
    outcome.faults().forEach(kind -> faults.merge(kind, 1, Integer::sum));
    verdicts.merge(outcome.verdict(), 1, Integer::sum);
  }

  int runs() {
    return runs;
  }

  /** Runs of at least 3 workers and 100 requests. */
  int large() {
    return large;
  }

  /** Runs in which a kind of fault really happened. */
  int of(FaultKind kind) {
    return faults.getOrDefault(kind, 0);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(
        "%d runs, %d of them with 3 workers and 100 requests or more; %d requests; %.1f s a run in virtual time, the longest %.1f s%n"
            .formatted(runs, large, requests, nanos / 1e9 / runs, longestNanos / 1e9));
    text.append("workers a run:     ").append(workers).append('\n');
    text.append("kinds of faults a run: ").append(faultsARun).append('\n');
    text.append("verdicts:          ").append(verdicts).append('\n');
    faults.forEach((kind, count) -> text.append("%-22s %6d runs%n".formatted(kind, count)));
    return text.toString();
  }
}
