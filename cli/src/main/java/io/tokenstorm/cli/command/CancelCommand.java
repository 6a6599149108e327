package io.tokenstorm.cli.command;

import io.tokenstorm.cli.client.ApiClient;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.option.CoordinatorOption;
import io.tokenstorm.coordinator.api.view.RunView;
import io.tokenstorm.coordinator.service.RunState;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Ends a run. */
@Command(
    name = "cancel",
    description = {
      "Ends a run of a coordinator: no request is sent any more, what runs may finish,",
      "and what there is gets reported with the verdict CANCELLED."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tokenstorm cancel",
      "  tokenstorm cancel 20261130-081500-quickstart --force",
      "",
      "Exit codes: 0 asked for, or ended already; 2 no such run; 3 no coordinator answers."
    })
final class CancelCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private CoordinatorOption coordinator;

  @Parameters(
      paramLabel = "RUN",
      arity = "0..1",
      defaultValue = ApiClient.CURRENT,
      description = "The run's id. Default: the one that is on.")
  private String run;

  @Option(names = "--force", description = "Cut at once what runs.")
  private boolean force;

  @Override
  public Integer call() {
    RunView asked = new ApiClient(coordinator.access()).cancel(run, force);
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        asked.run()
            + (asked.state() == RunState.ENDED
                ? " has ended: " + asked.verdict() + "."
                : " ends; 'tokenstorm watch "
                    + asked.run()
                    + " --to "
                    + coordinator.address()
                    + "' shows how."));
    out.flush();
    return ExitCode.VALID.number();
  }
}
