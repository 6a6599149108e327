package io.tokenstorm.coordinator.report.phase;

import io.tokenstorm.coordinator.report.model.PhaseReport.GroupReport;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Splits the measured requests by who answered or who sent them. */
final class GroupMeter {
  private final Function<Sample.Belonging, String> nameOf;
  private final Map<String, Group> groups = new TreeMap<>();

  GroupMeter(Function<Sample.Belonging, String> nameOf) {
    this.nameOf = nameOf;
  }

  /** Takes a measured request. */
  void add(String worker, RequestRecord record) {
    groups
        .computeIfAbsent(nameOf.apply(new Sample.Belonging(worker, record)), n -> new Group())
        .add(record);
  }

  /** By name, in its order. */
  Map<String, GroupReport> reports(
      PhaseRecords records, java.util.function.Predicate<Sample.Belonging> belongs) {
    Map<String, GroupReport> reports = new TreeMap<>();
    groups.forEach(
        (name, group) ->
            reports.put(
                name,
                group.report(
                    records,
                    belongs.and(b -> b.record().succeeded() && nameOf.apply(b).equals(name)))));
    return reports;
  }

  private static final class Group {
    private final Latencies latencies = new Latencies();
    private long success;
    private long errors;
    private long cut;
    private long outputTokens;

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

    GroupReport report(
        PhaseRecords records, java.util.function.Predicate<Sample.Belonging> belongs) {
      Latencies.Figures figures = latencies.figures(records, belongs);
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
