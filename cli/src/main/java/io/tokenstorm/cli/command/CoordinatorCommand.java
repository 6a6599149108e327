package io.tokenstorm.cli.command;

import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.local.CoordinatorProcess;
import io.tokenstorm.cli.option.Count;
import io.tokenstorm.cli.option.HostPort;
import io.tokenstorm.cli.option.Patience;
import io.tokenstorm.cli.option.Port;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The coordinator of a cluster, as a process of its own. */
@Command(
    name = "coordinator",
    description = {
      "Coordinates a cluster: workers join it, plans are submitted to it, one runs at a time.",
      "Ctrl-C once ends the run that is on in good order, and then the coordinator. Twice: now."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tokenstorm coordinator --min-workers 3",
      "  tokenstorm coordinator --port 0 --http-port 0 --results /data/results",
      "",
      "Exit codes: 0 ended by a signal, 2 a port is in use or the results cannot be written."
    })
final class CoordinatorCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      description = "Address to listen at; loopback for now. Default: ${DEFAULT-VALUE}.")
  private String host;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      converter = Port.class,
      defaultValue = "7355",
      description = "Where workers join; 0: any free one. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      converter = Port.class,
      defaultValue = "7380",
      description = "Where plans are submitted; 0: any free one. Default: ${DEFAULT-VALUE}.")
  private int httpPort;

  @Option(
      names = "--min-workers",
      paramLabel = "N",
      converter = Count.class,
      defaultValue = "1",
      description = "A run waits for as many workers. Default: ${DEFAULT-VALUE}.")
  private int minWorkers;

  @Option(
      names = "--workers-wait",
      paramLabel = "TIME",
      converter = Patience.class,
      defaultValue = "10m",
      description = "How long it waits for them. Default: ${DEFAULT-VALUE}.")
  private Duration workersWait;

  @Option(
      names = "--results",
      paramLabel = "DIR",
      defaultValue = "results",
      description = "Each run gets a directory of its own below this. Default: ${DEFAULT-VALUE}.")
  private Path results;

  @Override
  public Integer call() throws InterruptedException {
    HostPort.requireLoopback("--host", host);
    new CoordinatorProcess(
            new CoordinatorProcess.Settings(
                new HostPort(host, port), httpPort, minWorkers, workersWait, results),
            spec.commandLine().getOut())
        .untilStopped();
    return ExitCode.VALID.number();
  }
}
