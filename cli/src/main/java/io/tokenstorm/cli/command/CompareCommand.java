package io.tokenstorm.cli.command;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.terminal.TerminalText;
import io.tokenstorm.coordinator.compare.CompareException;
import io.tokenstorm.coordinator.compare.CompareRuns;
import io.tokenstorm.coordinator.compare.gate.Gate;
import io.tokenstorm.coordinator.compare.gate.GateParser;
import io.tokenstorm.coordinator.compare.model.Comparison;
import io.tokenstorm.coordinator.compare.model.GateResult;
import io.tokenstorm.coordinator.compare.model.Rule;
import io.tokenstorm.coordinator.compare.show.HtmlForm;
import io.tokenstorm.coordinator.compare.show.JsonForm;
import io.tokenstorm.coordinator.compare.show.MarkdownForm;
import io.tokenstorm.coordinator.compare.show.TerminalForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lays the runs of two sides beside each other. */
@Command(
    name = "compare",
    description = {
      "Compares runs phase by phase: what changed from A to B, by how much, and whether that is"
          + " more than noise.",
      "A side is a run's directory or a directory of runs of one plan, which are pooled."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tokenstorm compare results/RUN-1 results/RUN-2",
      "  tokenstorm compare before after --gate 'ttft.p99<+5%%' --html diff.html",
      "  tokenstorm compare before after --gate 'gateway-*:tok/s>-3%%' --strict",
      "",
      "Exit codes: 0 compared; 1 a gate failed; 2 wrong usage, a gate that cannot",
      "be read, or runs that cannot be compared."
    })
final class CompareCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "A", description = "The side to compare with.")
  private Path sideA;

  @Parameters(index = "1", paramLabel = "B", description = "The side that may have changed.")
  private Path sideB;

  @Option(
      names = "--also-a",
      paramLabel = "DIR",
      description = "A further run of A; may be given several times.")
  private List<Path> alsoA = new ArrayList<>();

  @Option(
      names = "--also-b",
      paramLabel = "DIR",
      description = "A further run of B; may be given several times.")
  private List<Path> alsoB = new ArrayList<>();

  @Option(
      names = "--gate",
      paramLabel = "GATE",
      description =
          "Fail if a change is shown to break this limit: [PHASE:]FIGURE<+LIMIT%%, or"
              + " FIGURE>-LIMIT%% where more is better. Figures: ttft, tpot, e2e with .p50 .p90"
              + " .p95 .p99 .mean; tok/s, req/s, errors (in pp). May be given several times.")
  private List<String> gates = new ArrayList<>();

  @Option(names = "--strict", description = "Fail on gates that cannot be decided, too.")
  private boolean strict;

  @Option(
      names = "--margin",
      paramLabel = "PERCENT",
      defaultValue = "3",
      description = "Changes within this do not matter. Default: ${DEFAULT-VALUE}.")
  private double margin;

  @Option(
      names = "--confidence",
      paramLabel = "PERCENT",
      defaultValue = "99",
      description = "Of each interval. Default: ${DEFAULT-VALUE}.")
  private double confidence;

  @Option(
      names = "--resamples",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Of the bootstrap. Default: ${DEFAULT-VALUE}.")
  private int resamples;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of the bootstrap; the same seed gives the same result. Default: 1.")
  private long seed;

  @Option(names = "--allow-invalid", description = "Compare runs with the verdict INVALID, too.")
  private boolean allowInvalid;

  @Option(names = "--html", paramLabel = "FILE", description = "Write it as one page, too.")
  private @Nullable Path html;

  @Option(names = "--markdown", paramLabel = "FILE", description = "Write it as Markdown, too.")
  private @Nullable Path markdown;

  @Option(names = "--json", paramLabel = "FILE", description = "Write all figures as JSON, too.")
  private @Nullable Path json;

  @Override
  public Integer call() {
    Comparison comparison = compared();
    spec.commandLine()
        .getOut()
        .print(TerminalText.of(System.getenv(), width -> TerminalForm.render(comparison, width)));
    spec.commandLine().getOut().flush();
    write(html, comparison, HtmlForm::render);
    write(markdown, comparison, MarkdownForm::render);
    write(json, comparison, JsonForm::render);
    boolean failed =
        comparison.any(GateResult.State.FAILED)
            || (strict && comparison.any(GateResult.State.UNDECIDED));
    return failed ? ExitCode.NOT_VALID.number() : ExitCode.VALID.number();
  }

  private Comparison compared() {
    CompareRuns.Request request =
        new CompareRuns.Request(
            joined(sideA, alsoA), joined(sideB, alsoB), rule(), gates(), allowInvalid);
    try {
      return CompareRuns.compare(request);
    } catch (CompareException e) {
      throw new CommandFailure(ExitCode.USAGE, e.getMessage() + ".", e);
    }
  }

  private static List<Path> joined(Path first, List<Path> further) {
    List<Path> all = new ArrayList<>(List.of(first));
    all.addAll(further);
    return all;
  }

  private Rule rule() {
    if (!(confidence >= 50 && confidence < 100)) {
      throw wrong("--confidence is a percentage from 50 to below 100");
    }
    if (!(margin >= 0 && margin < 100)) {
      throw wrong("--margin is a percentage from 0 to below 100");
    }
    // an interval's end should lie between resamples, not be the last of them
    double least = Math.ceil(20 / (1 - confidence / 100) - 1e-6);
    if (resamples < least || resamples > 1_000_000) {
      throw wrong("--resamples must be from " + (long) least + " (at this confidence) to 1000000");
    }
    return new Rule(confidence / 100, margin / 100, resamples, seed);
  }

  private List<Gate> gates() {
    try {
      return gates.stream().map(GateParser::parse).toList();
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private static void write(
      @Nullable Path file, Comparison comparison, Function<Comparison, String> form) {
    if (file == null) {
      return;
    }
    try {
      Files.writeString(file, form.apply(comparison));
    } catch (IOException e) {
      String why = e instanceof NoSuchFileException ? "there is no such folder" : e.getMessage();
      throw new CommandFailure(ExitCode.USAGE, "cannot write " + file + ": " + why + ".", e);
    }
  }
}
