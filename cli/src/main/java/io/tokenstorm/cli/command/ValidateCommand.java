package io.tokenstorm.cli.command;

import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.option.EnvironmentOption;
import io.tokenstorm.cli.option.PlanOptions;
import io.tokenstorm.cli.sweep.MatrixText;
import io.tokenstorm.coordinator.plan.ResolvedPlan;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.PlanHash;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Reads a plan and says all that is wrong with it. */
@Command(
    name = "validate",
    description = {
      "Checks a plan without running it.",
      "All problems are told at once, each as file:line:column with what would be right."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tokenstorm validate conf/plans/quickstart.yaml",
      "  tokenstorm validate my-plan.yaml --phase short-c8 --resolved",
      "  tokenstorm validate conf/plans/context-sweep-h200.yaml --render",
      "",
      "Exit codes: 0 the plan may run, 2 it may not."
    })
final class ValidateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private PlanOptions plan;
  @Mixin private EnvironmentOption environment;

  @Option(
      names = "--resolved",
      description = "Print the plan as it would run: every default filled in, options applied.")
  private boolean resolved;

  @Option(
      names = "--render",
      description = "Of a server matrix: print the exact command of each row. Nothing is started.")
  private boolean render;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (plan.isMatrix()) {
      if (resolved) {
        throw new ParameterException(
            spec.commandLine(), "--resolved is not for a server matrix: --render shows its rows");
      }
      MatrixText.print(plan.readMatrix(environment.checks()), plan.file(), render, out);
      return ExitCode.VALID.number();
    }
    if (render) {
      throw new ParameterException(
          spec.commandLine(),
          "--render is for a plan of the kind server-matrix, which this is not");
    }
    return ordinary(out);
  }

  private Integer ordinary(PrintWriter out) {
    Plan read = plan.read(environment.checks());
    if (resolved) {
      out.print(ResolvedPlan.write(read));
    } else {
      out.printf(
          "%s: valid: %s, %s, %s; plan hash %s%n",
          plan.file(),
          counted(read.phases().size(), "phase"),
          counted(read.routes().size(), "route"),
          counted(read.workloads().size(), "workload"),
          PlanHash.of(read));
    }
    out.flush();
    return ExitCode.VALID.number();
  }

  private static String counted(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
