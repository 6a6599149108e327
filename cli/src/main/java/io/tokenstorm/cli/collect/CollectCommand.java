package io.tokenstorm.cli.collect;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.local.LeftRun;
import io.tokenstorm.cli.local.Nodes;
import io.tokenstorm.cli.log.ProcessLog;
import io.tokenstorm.cli.option.NodeOptions;
import io.tokenstorm.cli.option.Patience;
import io.tokenstorm.cli.option.Port;
import io.tokenstorm.cli.session.Results;
import io.tokenstorm.coordinator.node.CoordinatorNode;
import io.tokenstorm.protocol.node.ExposedNodeException;
import io.tokenstorm.protocol.node.NodePlace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Brings in what workers still hold of a run whose coordinator was lost. */
@Command(
    name = "collect",
    description = {
      "Fetches what workers still hold of a run that was cut off, and makes its",
      "report again.",
      "Nothing is sent. Workers that look for their coordinator find this one at",
      "--host and --port; of those that ended on this machine the records are read",
      "from their disk."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tokenstorm collect results/20261130-081500-quickstart",
      "  tokenstorm collect 20261130-081500-quickstart --wait 60s",
      "",
      "Exit codes: the verdict's, as of 'report'; 2 if RUN is no run's directory,",
      "has ended, or the port is in use."
    })
public final class CollectCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "RUN",
      description = "The run's directory, or its id below --results, such as results/RUN.")
  private Path run;

  @Option(
      names = "--results",
      paramLabel = "DIR",
      defaultValue = "results",
      description = "Where runs are looked for by their id. Default: ${DEFAULT-VALUE}.")
  private Path results;

  @Mixin private NodeOptions place;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      converter = Port.class,
      defaultValue = "7355",
      description = "Port that the workers look for. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      converter = Patience.class,
      defaultValue = "30s",
      description =
          "How long workers that are not there yet are waited for. Default: ${DEFAULT-VALUE}.")
  private Duration patience;

  /** Collects, and shows the report. */
  @Override
  public Integer call() {
    NodePlace listens = place.place(port);
    try {
      listens.requireProtection();
    } catch (ExposedNodeException e) {
      throw new CommandFailure(ExitCode.USAGE, "--host: " + e.getMessage() + ".", e);
    }
    LeftRun left = LeftRun.find(run, results);
    ProcessLog.begin();
    collect(left, left.workersMayLive() ? listens : NodePlace.plain("127.0.0.1", 0));
    Results found = Results.rebuilt(left.directory());
    found.print(spec.commandLine().getOut());
    return ExitCode.of(found.verdict()).number();
  }

  private void collect(LeftRun left, NodePlace listens) {
    try (CoordinatorNode node = Nodes.coordinator(left.placeAt(listens, patience))) {
      String id = left.collect(node, patience);
      spec.commandLine().getOut().println("collects " + id + " at " + node.remotingAddress());
      spec.commandLine().getOut().flush();
      var unused = node.service().whenEnded(id).toCompletableFuture().join();
    }
  }
}
