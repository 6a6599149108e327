package io.tokenstorm.cli.command;

import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.local.Replicas;
import io.tokenstorm.cli.option.Home;
import io.tokenstorm.cli.option.PlanOptions;
import io.tokenstorm.cli.session.LocalSession;
import io.tokenstorm.protocol.plan.Plan;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Everything at once on this machine: simulated replicas, a cluster, a run, a report. */
@Command(
    name = "demo",
    description = {
      "Shows a whole run in about a minute: two simulated replicas and a gateway, a",
      "coordinator and two workers, all in this process and on free loopback ports, and the",
      "plan conf/plans/quickstart.yaml."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tokenstorm demo",
      "  tokenstorm demo --time-scale 0.2",
      "",
      "Exit codes: as of 'tokenstorm run'."
    })
final class DemoCommand implements Callable<Integer> {
  private static final String PROFILE = "fast";
  private static final int REPLICAS = 2;
  private static final int WORKERS = 2;

  @Spec private CommandSpec spec;

  @Option(
      names = "--time-scale",
      paramLabel = "X",
      defaultValue = "1",
      description = "Multiply the durations of windows. Default: ${DEFAULT-VALUE}.")
  private double timeScale;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "results",
      description = "The run gets a directory of its own below this. Default: ${DEFAULT-VALUE}.")
  private Path results;

  @Override
  public Integer call() throws InterruptedException {
    Path file = Home.conf("plans/quickstart.yaml");
    Replicas.Settings settings = new Replicas.Settings(PROFILE, REPLICAS, 0, 0, Optional.empty());
    try (Replicas replicas = Replicas.start(settings)) {
      List<String> urls =
          List.of("routes.*.url=" + replicas.gateway(), "routes.direct.url=" + replicas.direct());
      Plan plan = PlanOptions.read(file, urls, List.of(), timeScale);
      ExitCode end = new LocalSession(spec, results, WORKERS).run(plan, null, timeScale);
      return end.number();
    }
  }
}
