package io.tokenstorm.benchmarks.recordpath;

import io.tokenstorm.coordinator.report.ReportBuilder;
import io.tokenstorm.coordinator.report.model.Report;
import java.nio.file.Path;

/**
 * Makes the report of a run's directory again, in a process of its own, as {@code tokenstorm
 * report} does: {@code DIRECTORY}. Says how long the report took, and then the lines.
 */
public final class RecordPathReport {
  private RecordPathReport() {}

  public static void main(String[] args) {
    Cost cost = Cost.watch();
    Path directory = Path.of(args[0]);
    long start = System.nanoTime();
    Report report = ReportBuilder.buildReport(directory);
    long reported = System.nanoTime();
    System.out.println("report_nanos " + (reported - start));
    System.out.println("report_cost " + cost.json());
    ReportBuilder.buildLines(directory);
    System.out.println("lines_nanos " + (System.nanoTime() - reported));
    System.out.println("cost " + cost.json());
    System.out.println("verdict " + report.verdict());
  }
}
