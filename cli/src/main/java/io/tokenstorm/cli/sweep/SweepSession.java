package io.tokenstorm.cli.sweep;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.local.LocalCluster;
import io.tokenstorm.cli.local.StopSignal;
import io.tokenstorm.cli.log.ProcessLog;
import io.tokenstorm.cli.option.PlanOptions;
import io.tokenstorm.cli.option.Version;
import io.tokenstorm.cli.terminal.TerminalText;
import io.tokenstorm.coordinator.matrix.MatrixPlan;
import io.tokenstorm.coordinator.matrix.MatrixRow;
import io.tokenstorm.coordinator.matrix.RowCommand;
import io.tokenstorm.coordinator.plan.ReadOptions;
import io.tokenstorm.coordinator.results.HostFacts;
import io.tokenstorm.coordinator.results.ResultsException;
import io.tokenstorm.coordinator.sweep.GitState;
import io.tokenstorm.coordinator.sweep.Hands;
import io.tokenstorm.coordinator.sweep.ServiceProbe;
import io.tokenstorm.coordinator.sweep.SweepFailure;
import io.tokenstorm.coordinator.sweep.SweepRun;
import io.tokenstorm.coordinator.sweep.model.SweepInfo;
import io.tokenstorm.coordinator.sweep.model.SweepReport;
import io.tokenstorm.coordinator.sweep.result.SweepDirectory;
import io.tokenstorm.coordinator.sweep.result.SweepReportBuilder;
import io.tokenstorm.coordinator.sweep.show.SweepTable;
import io.tokenstorm.protocol.node.NodePlace;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.server.local.LocalServerHost;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** A sweep in this process: servers on this machine, a cluster that asks them. */
public final class SweepSession {
  private static final DateTimeFormatter ID =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final String NOT_ALLOWED =
      "the plan names commands to be started on this machine, with this user's rights: look at them"
          + " with 'tokenstorm validate --render', then allow them with --allow-commands.";

  private final CommandSpec command;
  private final Path results;
  private final int workers;
  private final NodePlace place;
  private final Clock clock = Clock.systemUTC();

  /**
   * @param place where workers join on whose hosts servers run
   */
  public SweepSession(CommandSpec command, Path results, int workers, NodePlace place) {
    this.command = command;
    this.results = results;
    this.workers = workers;
    this.place = place;
  }

  /**
   * Runs a plan to its report.
   *
   * @param salt of the prompts; null: drawn at random for each repeat
   * @throws CommandFailure if commands are not allowed or the results cannot be written
   */
  public ExitCode run(PlanOptions options, @Nullable String salt, boolean allowed)
      throws InterruptedException {
    requireAllowed(allowed);
    return go(usable(() -> created(options, salt)));
  }

  /** Whether a directory, or one of that name below the results, is a sweep's. */
  public boolean isOne(Path run) {
    return SweepDirectory.isOne(found(run));
  }

  /**
   * Goes on with a sweep that was cut off: rows that are done stay as they are.
   *
   * @throws CommandFailure if commands are not allowed or the directory cannot be used
   */
  public ExitCode resume(Path run, boolean allowed) throws InterruptedException {
    requireAllowed(allowed);
    return go(usable(() -> SweepDirectory.open(found(run))));
  }

  /**
   * Makes the report of a sweep's directory again.
   *
   * @throws CommandFailure if it cannot be read or written
   */
  public static ExitCode rebuilt(Path directory, PrintWriter out) {
    return shown(usable(() -> SweepDirectory.open(directory)), out);
  }

  private Path found(Path run) {
    return Files.isDirectory(run) ? run : results.resolve(run);
  }

  private static void requireAllowed(boolean allowed) {
    if (!allowed) {
      throw new CommandFailure(ExitCode.USAGE, NOT_ALLOWED);
    }
  }

  private SweepDirectory created(PlanOptions options, @Nullable String salt) {
    Path file = options.file();
    Path folder = file.toAbsolutePath().normalize().resolveSibling("");
    MatrixPlan plan = options.readMatrix(ReadOptions.NONE);
    RowCommand.Place place = MatrixText.place();
    Instant now = clock.instant();
    SweepInfo info =
        new SweepInfo(
            ID.format(now),
            now,
            GitState.below(file),
            options.sets(),
            salt,
            GitState.of(folder).orElse(null),
            place.home(),
            place.launcher(),
            typed(),
            HostFacts.versions(Version.current(), akka.Version.current()),
            HostFacts.here());
    try {
      return SweepDirectory.create(results, info, plan.name(), Files.readAllBytes(file));
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.USAGE, file + " cannot be read: " + e + ".", e);
    }
  }

  private List<String> typed() {
    return command.root().commandLine().getParseResult().originalArgs();
  }

  private ExitCode go(SweepDirectory directory) throws InterruptedException {
    PrintWriter out = command.commandLine().getOut();
    ProcessLog.begin();
    MatrixPlan plan = usable(directory::plan);
    SweepLines lines = new SweepLines(out, MatrixRow.grid(plan).size());
    boolean complete;
    try (StopSignal stop = StopSignal.install();
        LocalCluster cluster = LocalCluster.start(directory.runs(), workers, place);
        LocalServerHost host = new LocalServerHost(Ticker.system(), System::getenv)) {
      ProcessLog.addFile(directory.path().resolve("tokenstorm.log"));
      stop.onSignals(
          () -> lines.say("Stopping: the row that is on is given up, its server is stopped."),
          () ->
              lines.say("Stopping: its server is still being stopped; Ctrl-C again ends at once."));
      Hands hands =
          new Hands(
              worker -> worker.isEmpty() ? host : cluster.coordinator().serversOn(worker),
              new ServiceProbe(cluster.service(), typed()),
              lines,
              clock,
              System::getenv);
      MatrixText.workers(plan, cluster.coordinator().remotingAddress(), place.security())
          .ifPresent(lines::say);
      complete = new SweepRun(directory, hands).run(() -> stop.count() > 0);
    } catch (SweepFailure e) {
      throw new CommandFailure(
          ExitCode.INTERNAL,
          e.getMessage() + "; results so far are in " + directory.path() + ". " + goOn(directory),
          e);
    }
    ExitCode end = shown(directory, out);
    if (!complete) {
      out.println("CANCELLED. " + goOn(directory));
      out.flush();
    }
    return complete ? end : ExitCode.NOT_VALID;
  }

  private static String goOn(SweepDirectory directory) {
    return "To go on: tokenstorm run --allow-commands --resume " + directory.path();
  }

  private static ExitCode shown(SweepDirectory directory, PrintWriter out) {
    SweepReport report = usable(() -> SweepReportBuilder.build(directory));
    out.println();
    out.print(TerminalText.of(System.getenv(), width -> SweepTable.render(report, width)));
    out.println(directory.report());
    out.println(directory.reportPage());
    out.flush();
    return report.complete() ? ExitCode.VALID : ExitCode.NOT_VALID;
  }

  private static <T> T usable(Supplier<T> step) {
    try {
      return step.get();
    } catch (ResultsException e) {
      throw new CommandFailure(ExitCode.USAGE, e.getMessage() + ".", e);
    }
  }
}
