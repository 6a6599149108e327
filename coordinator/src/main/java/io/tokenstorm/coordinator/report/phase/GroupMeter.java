package io.tokenstorm.coordinator.report.phase;

import io.tokenstorm.coordinator.report.model.PhaseReport.GroupReport;
import io.tokenstorm.coordinator.stats.ColumnStore;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * Splits the measured requests by who answered or who sent them. A target that makes up names
 * without end costs bounded memory: beyond {@link #MOST} they share one group.
 */
final class GroupMeter {
  static final int MOST = 1000;
  static final String OTHERS = "(others)";

  private final BiFunction<String, RequestRecord, String> nameOf;
  private final ColumnStore store;
  private final Map<String, Group> groups = new HashMap<>();

  /**
   * @param nameOf the group of a worker's record
   */
  GroupMeter(BiFunction<String, RequestRecord, String> nameOf, ColumnStore store) {
    this.nameOf = nameOf;
    this.store = store;
  }

  /** Takes a measured request. */
  void add(String worker, RequestRecord record) {
    String name = nameOf.apply(worker, record);
    boolean known = groups.containsKey(name) || groups.size() < MOST;
    groups.computeIfAbsent(known ? name : OTHERS, n -> new Group(new Latencies(store))).add(record);
  }

  /** By name, in its order. */
  Map<String, GroupReport> reports() {
    Map<String, GroupReport> reports = new TreeMap<>();
    groups.forEach((name, group) -> reports.put(name, group.report()));
    return reports;
  }

  private static final class Group {
    private final Latencies latencies;
    private long success;
    private long errors;
    private long cut;
    private long outputTokens;

    Group(Latencies latencies) {
      this.latencies = latencies;
    }

    void add(RequestRecord record) {
      if (record.succeeded()) {
        success++;
        outputTokens += record.tokens().output();
        latencies.add(record);
      } else if (record.outcome() instanceof Outcome.Cut) {
        cut++;
      } else {
        errors++;
      }
    }

    GroupReport report() {
      Latencies.Figures figures = latencies.figures();
      return new GroupReport(
          success + errors + cut,
          success,
          errors,
          cut,
          outputTokens,
          figures.ttft(),
          figures.tpot(),
          figures.e2e());
    }
  }
}
