package io.tokenstorm.coordinator.report.phase;

import io.tokenstorm.coordinator.report.model.PhaseReport.ErrorReport;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Outcome;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Counts the failures of measured requests by kind. */
final class ErrorMeter {
  private final Map<ErrorKind, Tally> kinds = new EnumMap<>(ErrorKind.class);

  /** Takes a failure and when it was known, nanoseconds after the window's opening. */
  void add(Outcome.Failed failed, long offsetNanos) {
    kinds.computeIfAbsent(failed.kind(), k -> new Tally(failed.detail())).add(failed, offsetNanos);
  }

  /** By label, in the order of the kinds. */
  Map<String, ErrorReport> reports() {
    Map<String, ErrorReport> reports = new LinkedHashMap<>();
    kinds.forEach((kind, tally) -> reports.put(kind.label(), tally.report(kind)));
    return reports;
  }

  private static final class Tally {
    private final String example;
    private final Map<Integer, Long> byStatus = new TreeMap<>();
    private long count;
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;

    Tally(String example) {
      this.example = example;
    }

    void add(Outcome.Failed failed, long offsetNanos) {
      count++;
      if (failed.httpStatus() != 0) {
        byStatus.merge(failed.httpStatus(), 1L, Long::sum);
      }
      firstNanos = Math.min(firstNanos, offsetNanos);
      lastNanos = Math.max(lastNanos, offsetNanos);
    }

    ErrorReport report(ErrorKind kind) {
      Map<String, Long> statuses = new LinkedHashMap<>();
      byStatus.forEach((status, n) -> statuses.put(Integer.toString(status), n));
      return new ErrorReport(
          count, kind.side().name(), statuses, firstNanos / 1e9, lastNanos / 1e9, example);
    }
  }
}
