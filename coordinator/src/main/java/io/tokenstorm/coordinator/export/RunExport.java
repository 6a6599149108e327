package io.tokenstorm.coordinator.export;

import io.tokenstorm.coordinator.report.RunRecords;
import io.tokenstorm.coordinator.report.StoredRun;
import io.tokenstorm.coordinator.report.phase.PhaseRecords;
import io.tokenstorm.coordinator.results.RecordLogReader;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A stored run in another form. Memory is bounded however many requests there are; only for
 * percentiles a scratch file may be made in the run's directory.
 */
public final class RunExport {
  private final Path directory;
  private final @Nullable String phase;

  /**
   * @param directory of the run
   * @param phase the only one that is wanted; {@code null}: all
   */
  public RunExport(Path directory, @Nullable String phase) {
    this.directory = directory;
    this.phase = phase;
  }

  /**
   * Writes the run; {@code out} stays open.
   *
   * @return bytes of the record log that are no records, and were passed over
   * @throws ExportException if it cannot be written in this form
   * @throws io.tokenstorm.coordinator.results.ResultsException if the run cannot be read
   */
  public List<RecordLogReader.Damage> write(ExportFormat format, OutputStream out)
      throws IOException {
    try {
      return switch (format) {
        case CSV -> writeCsv(out);
        case JSONL -> {
          RunRecords run = RunRecords.open(directory);
          yield run.forEach(wanted(run.plan(), run.lines(out)));
        }
        case VLLM_BENCH, SGLANG_BENCH, AIPERF -> {
          writeTool(format, out);
          yield List.of();
        }
      };
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private List<RecordLogReader.Damage> writeCsv(OutputStream out) throws IOException {
    RunRecords run = RunRecords.open(directory);
    Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    CsvRows rows = new CsvRows(run, writer);
    PhaseRecords.Visitor wanted = wanted(run.plan(), rows);
    rows.head();
    List<RecordLogReader.Damage> damages = run.forEach(wanted);
    writer.flush();
    return damages;
  }

  private PhaseRecords.Visitor wanted(Plan plan, PhaseRecords.Visitor visitor) {
    if (phase == null) {
      return visitor;
    }
    List<String> names = plan.phases().stream().map(Phase::name).toList();
    int index = names.indexOf(phase);
    if (index < 0) {
      throw new ExportException("no phase is named " + phase + "; there are " + list(names));
    }
    return (worker, record) -> {
      if (record.key().phase() == index) {
        visitor.visit(worker, record);
      }
    };
  }

  private void writeTool(ExportFormat format, OutputStream out) throws IOException {
    List<ToolPhase> all = ToolPhase.all(StoredRun.open(directory));
    List<ToolPhase> phases =
        all.stream().filter(p -> phase == null || p.name().equals(phase)).toList();
    if (phases.isEmpty()) {
      throw new ExportException(
          all.isEmpty()
              ? directory + " has no phase that came to its end"
              : "no phase with a result is named " + phase + "; there are " + names(all));
    }
    if (format == ExportFormat.AIPERF && phases.size() > 1) {
      throw new ExportException(
          "aiperf writes a file for each run: choose one with --phase, of " + names(all));
    }
    for (ToolPhase each : phases) {
      switch (format) {
        case VLLM_BENCH -> VllmBench.write(each, out);
        case SGLANG_BENCH -> SglangBench.write(each, out);
        default -> AiperfProfile.write(each, out);
      }
    }
  }

  private static String names(List<ToolPhase> phases) {
    return list(phases.stream().map(ToolPhase::name).toList());
  }

  private static String list(List<String> names) {
    Stream<String> shown = names.stream().limit(20);
    return shown.collect(Collectors.joining(", ")) + (names.size() > 20 ? ", …" : "");
  }
}
