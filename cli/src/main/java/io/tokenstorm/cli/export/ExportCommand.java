package io.tokenstorm.cli.export;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.coordinator.export.ExportException;
import io.tokenstorm.coordinator.export.ExportFormat;
import io.tokenstorm.coordinator.export.RunExport;
import io.tokenstorm.coordinator.results.RecordLogReader;
import io.tokenstorm.coordinator.results.ResultsException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a run with the keys and by the definitions of another tool, or record by record. */
@Command(
    name = "export",
    description = {
      "Writes a run for other tools. vllm-bench, sglang-bench and aiperf: with the keys and by the"
          + " definitions of these tools, computed anew from the records, so that both results can"
          + " be laid side by side. csv and jsonl: request by request."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tokenstorm export results/RUN --format vllm-bench",
      "  tokenstorm export results/RUN --format aiperf --phase one --out aiperf.json",
      "  tokenstorm export results/RUN --format csv --out requests.csv",
      "",
      "Exit codes: 0 written; 2 DIR is no run's directory, no such phase or",
      "format, or FILE cannot be written."
    })
public final class ExportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The run's directory, such as results/RUN.")
  private Path directory;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      required = true,
      description = "One of vllm-bench, sglang-bench, aiperf, csv, jsonl.")
  private String format;

  @Option(names = "--phase", paramLabel = "NAME", description = "This phase only.")
  private @Nullable String phase;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where to write it. Default: standard output.")
  private @Nullable Path out;

  @Override
  public Integer call() {
    ExportFormat wanted =
        ExportFormat.of(format)
            .orElseThrow(
                () ->
                    new ParameterException(
                        spec.commandLine(),
                        "--format "
                            + format
                            + " is not known; there are "
                            + String.join(", ", ExportFormat.labels())));
    try {
      say(out == null ? toStandardOutput(wanted) : toFile(wanted, out));
    } catch (ExportException | ResultsException e) {
      throw new CommandFailure(ExitCode.USAGE, e.getMessage() + ".", e);
    } catch (IOException e) {
      String where = out == null ? "standard output" : out.toString();
      String why = e instanceof NoSuchFileException ? "there is no such folder" : e.getMessage();
      throw new CommandFailure(ExitCode.USAGE, "cannot write " + where + ": " + why + ".", e);
    }
    return ExitCode.VALID.number();
  }

  private List<RecordLogReader.Damage> toStandardOutput(ExportFormat wanted) throws IOException {
    PrintStream standard = System.out;
    BufferedOutputStream buffered = new BufferedOutputStream(standard, 1 << 16);
    List<RecordLogReader.Damage> damages = export().write(wanted, buffered);
    buffered.flush();
    if (standard.checkError()) {
      throw new IOException("it was closed before all was written");
    }
    return damages;
  }

  /** Under another name first, so that a file of this name is always whole. */
  private List<RecordLogReader.Damage> toFile(ExportFormat wanted, Path file) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    try {
      List<RecordLogReader.Damage> damages;
      try (OutputStream written = new BufferedOutputStream(Files.newOutputStream(draft), 1 << 16)) {
        damages = export().write(wanted, written);
      }
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
      return damages;
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private RunExport export() {
    return new RunExport(directory, phase);
  }

  private void say(List<RecordLogReader.Damage> damages) {
    for (RecordLogReader.Damage damage : damages) {
      spec.commandLine()
          .getErr()
          .println(
              "warning: "
                  + damage.length()
                  + " bytes at offset "
                  + damage.offset()
                  + " of records.log are no records; they are passed over.");
    }
  }
}
