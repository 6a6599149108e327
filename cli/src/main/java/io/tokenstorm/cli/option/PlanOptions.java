package io.tokenstorm.cli.option;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.coordinator.matrix.MatrixPlan;
import io.tokenstorm.coordinator.matrix.read.MatrixReader;
import io.tokenstorm.coordinator.matrix.read.MatrixResult;
import io.tokenstorm.coordinator.plan.PlanFiles;
import io.tokenstorm.coordinator.plan.PlanResult;
import io.tokenstorm.coordinator.plan.ReadOptions;
import io.tokenstorm.protocol.plan.Plan;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A plan, and what a user may change about it from the command line. */
public final class PlanOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Parameters(paramLabel = "PLAN", arity = "0..1", description = "The plan, a YAML file.")
  private @Nullable Path file;

  @Option(
      names = "--phase",
      paramLabel = "NAME",
      description = "Run this phase only; may be given several times. Default: all, in order.")
  private List<String> phases = List.of();

  @Option(
      names = "--time-scale",
      paramLabel = "X",
      defaultValue = "1",
      description =
          "Multiply the durations of windows and the times of events. Timeouts and request counts"
              + " stay. Default: ${DEFAULT-VALUE}.")
  private double timeScale;

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description =
          "Change a value of the plan, such as phases.NAME.concurrency=64 or routes.*.url=http://…;"
              + " may be given several times.")
  private List<String> sets = List.of();

  /** The plan's file as the user gave it. */
  public Path file() {
    if (file == null) {
      throw new ParameterException(command.commandLine(), "Missing required parameter: 'PLAN'");
    }
    return file;
  }

  /**
   * For a command that takes no plan now.
   *
   * @param why for the user
   */
  public void requireNone(String why) {
    if (file != null || !sets.isEmpty() || !phases.isEmpty() || timeScale != 1) {
      throw new ParameterException(
          command.commandLine(), why + ": leave PLAN, --set, --phase and --time-scale out");
    }
  }

  /** Whether the plan starts servers: a plan of the kind that {@link #readMatrix} reads. */
  public boolean isMatrix() {
    return MatrixReader.isMatrix(file());
  }

  /**
   * Reads a plan that starts servers, with all options applied.
   *
   * @param checks what is looked for on this machine
   * @throws CommandFailure with every problem of the plan, each where it is
   */
  public MatrixPlan readMatrix(ReadOptions checks) {
    if (!phases.isEmpty() || timeScale != 1) {
      throw new ParameterException(
          command.commandLine(), "a server matrix has no phases: leave --phase, --time-scale out");
    }
    MatrixResult result = MatrixReader.read(file(), checks.withSets(sets));
    if (result instanceof MatrixResult.Accepted accepted) {
      return accepted.plan();
    }
    throw refused(new PlanResult.Refused(((MatrixResult.Refused) result).problems()));
  }

  /** The factor on durations. */
  public double timeScale() {
    return timeScale;
  }

  /** What to change: {@code path=value} each. */
  public List<String> sets() {
    return sets;
  }

  /** The phases to run; empty: all. */
  public List<String> phases() {
    return phases;
  }

  /**
   * Reads the plan with all options applied.
   *
   * @param checks what is looked for on this machine
   * @throws CommandFailure with every problem of the plan, each where it is
   */
  public Plan read(ReadOptions checks) {
    return accepted(
        PlanFiles.read(file(), checks.withSets(sets).withPhases(phases).withTimeScale(timeScale)));
  }

  /**
   * Reads a plan that comes with Tokenstorm.
   *
   * @param sets what to change: {@code path=value} each
   * @param phases the phases to run; empty: all
   * @throws CommandFailure with every problem of the plan
   */
  public static Plan read(Path file, List<String> sets, List<String> phases, double timeScale) {
    return accepted(
        PlanFiles.read(
            file, ReadOptions.NONE.withSets(sets).withPhases(phases).withTimeScale(timeScale)));
  }

  /** The plan of a result, or the failure that says what is wrong with it. */
  static Plan accepted(PlanResult result) {
    if (result instanceof PlanResult.Accepted accepted) {
      return accepted.plan();
    }
    throw refused((PlanResult.Refused) result);
  }

  private static CommandFailure refused(PlanResult.Refused refused) {
    int count = refused.problems().size();
    String head = count == 1 ? "the plan has a problem" : "the plan has " + count + " problems";
    return new CommandFailure(ExitCode.USAGE, head + ":\n" + refused.render());
  }
}
