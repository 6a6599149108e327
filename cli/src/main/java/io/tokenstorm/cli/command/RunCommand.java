package io.tokenstorm.cli.command;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.option.Count;
import io.tokenstorm.cli.option.EnvironmentOption;
import io.tokenstorm.cli.option.NodeOptions;
import io.tokenstorm.cli.option.PlanOptions;
import io.tokenstorm.cli.option.Port;
import io.tokenstorm.cli.session.LocalSession;
import io.tokenstorm.cli.sweep.SweepSession;
import io.tokenstorm.protocol.node.ExposedNodeException;
import io.tokenstorm.protocol.node.NodePlace;
import io.tokenstorm.protocol.plan.Plan;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A whole run in this process: coordinator and workers. */
@Command(
    name = "run",
    description = {
      "Runs a plan against its endpoints, with a coordinator and workers in this process.",
      "Ctrl-C once: nothing is sent any more, what runs may finish, what there is gets",
      "reported. Twice: now."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tokenstorm run my-plan.yaml",
      "  tokenstorm run my-plan.yaml --workers 4 --out /data/results",
      "  tokenstorm run my-plan.yaml --phase short-c8 --time-scale 0.1",
      "  tokenstorm run my-plan.yaml --set routes.*.url=http://127.0.0.1:8000",
      "  tokenstorm run --resume results/20261130-081500-quickstart",
      "  tokenstorm run --allow-commands conf/plans/context-sweep-demo.yaml",
      "  tokenstorm run --allow-commands sweep.yaml --host 10.0.0.1 --port 7355 --certs certs/c",
      "",
      "Exit codes: 0 valid (of a server matrix: every row has its result, failed ones",
      "included), 1 degraded, invalid or cancelled, 2 plan, usage,",
      "unwritable directory or port in use,",
      "3 target unreachable or refusing the plan's requests, 4 internal."
    })
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private PlanOptions planOptions;
  @Mixin private EnvironmentOption environment;

  @Option(
      names = "--workers",
      paramLabel = "N",
      converter = Count.class,
      defaultValue = "1",
      description = "Workers in this process. Default: ${DEFAULT-VALUE}.")
  private int workers;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "results",
      description = "The run gets a directory of its own below this. Default: ${DEFAULT-VALUE}.")
  private Path results;

  @Option(
      names = "--salt",
      paramLabel = "S",
      description = "Part of every prompt; the same salt gives the same prompts. Default: random.")
  private @Nullable String salt;

  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description =
          "Go on with a run that was cut off, instead of a new one: its settled phases are kept,"
              + " the one that was cut is run anew. RUN: its directory, or its id below --out.")
  private @Nullable Path resume;

  @Option(
      names = "--allow-commands",
      description =
          "Let a plan of the kind server-matrix start the commands that it names on this machine,"
              + " with this user's rights. Such a plan is refused without.")
  private boolean allowCommands;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      converter = Port.class,
      defaultValue = "0",
      description =
          "Of a server matrix whose servers run on workers' hosts: where those workers join; 0: any"
              + " free one. So are --host, --bind, --certs and --insecure. Default:"
              + " ${DEFAULT-VALUE}.")
  private int port;

  @Mixin private NodeOptions node;

  @Override
  public Integer call() throws InterruptedException {
    SweepSession sweep = new SweepSession(spec, results, workers, place());
    if (resume != null) {
      planOptions.requireNone("--resume goes on with the run's own plan");
      if (sweep.isOne(resume)) {
        return sweep.resume(resume, allowCommands).number();
      }
      requireNoPlace();
      return new LocalSession(spec, results, workers).resume(resume).number();
    }
    if (planOptions.isMatrix()) {
      var unused = planOptions.readMatrix(environment.checks());
      return sweep.run(planOptions, salt, allowCommands).number();
    }
    requireNoPlace();
    Plan plan = planOptions.read(environment.checks());
    ExitCode end =
        new LocalSession(spec, results, workers).run(plan, salt, planOptions.timeScale());
    return end.number();
  }

  private NodePlace place() {
    NodePlace place = node.place(port);
    try {
      place.requireProtection();
      return place;
    } catch (ExposedNodeException e) {
      throw new CommandFailure(ExitCode.USAGE, "--host: " + e.getMessage() + ".", e);
    }
  }

  /** Nobody joins the run of an ordinary plan in this process. */
  private void requireNoPlace() {
    for (String name : List.of("--port", "--host", "--bind", "--certs", "--insecure")) {
      if (spec.commandLine().getParseResult().hasMatchedOption(name)) {
        throw new ParameterException(
            spec.commandLine(),
            name
                + " is for a server matrix; for an ordinary plan start 'tokenstorm coordinator' and"
                + " its workers");
      }
    }
  }
}
