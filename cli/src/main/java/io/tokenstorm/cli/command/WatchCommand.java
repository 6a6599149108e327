package io.tokenstorm.cli.command;

import io.tokenstorm.cli.client.ApiClient;
import io.tokenstorm.cli.option.CoordinatorOption;
import io.tokenstorm.cli.session.Watching;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows a run as it goes. */
@Command(
    name = "watch",
    description = {
      "Shows a run of a coordinator as it goes, to its end.",
      "Ctrl-C ends the watching, not the run."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tokenstorm watch",
      "  tokenstorm watch 20261130-081500-quickstart --to 127.0.0.1:7380",
      "",
      "Exit codes: 0 valid, 1 degraded, invalid or cancelled, 2 no such run,",
      "3 no coordinator answers."
    })
final class WatchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private CoordinatorOption coordinator;

  @Parameters(
      paramLabel = "RUN",
      arity = "0..1",
      defaultValue = ApiClient.CURRENT,
      description = "The run's id. Default: the one that is on.")
  private String run;

  @Override
  public Integer call() throws InterruptedException {
    return Watching.toEnd(new ApiClient(coordinator.access()), run, spec.commandLine().getOut())
        .number();
  }
}
