package io.tokenstorm.cli.command;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.local.Replicas;
import io.tokenstorm.cli.local.StopSignal;
import io.tokenstorm.cli.log.ProcessLog;
import io.tokenstorm.cli.option.Count;
import io.tokenstorm.cli.option.Port;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Simulated replicas and their gateway, until the process is told to end. */
@Command(
    name = "replica",
    description = {
      "Simulates serving replicas and a gateway before them, on this machine's loopback.",
      "A model of an inference engine answers with random words at the profile's pace."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tokenstorm replica",
      "  tokenstorm replica --profile h20-dsv4-flash --truth truth.jsonl",
      "  tokenstorm replica --profile my.conf --replicas 4 --port 0 --gateway-port 0",
      "",
      "Ends on Ctrl-C with 0; a wrong profile or a port in use ends it with 2."
    })
final class ReplicaCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--profile",
      paramLabel = "NAME|FILE",
      defaultValue = "fast",
      description =
          "How fast the engine is: default, fast, h20-dsv4-flash, sweep-linear, sweep-quadratic, or"
              + " a file. Default:"
              + " ${DEFAULT-VALUE}.")
  private String profile;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      converter = Port.class,
      defaultValue = "8000",
      description =
          "Port of the first replica, the others follow; 0: any free ones. Default:"
              + " ${DEFAULT-VALUE}.")
  private int port;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      converter = Count.class,
      defaultValue = "2",
      description = "How many. Default: ${DEFAULT-VALUE}.")
  private int count;

  @Option(
      names = "--gateway-port",
      paramLabel = "PORT",
      converter = Port.class,
      defaultValue = "8080",
      description = "Port of the gateway; 0: any free one. Default: ${DEFAULT-VALUE}.")
  private int gatewayPort;

  @Option(
      names = "--max-model-len",
      paramLabel = "TOKENS",
      description =
          "Longest prompt and answer together. Default: the profile's. Refused where the profile's"
              + " cache could not hold one such request.")
  private @Nullable Integer maxModelLen;

  @Option(
      names = "--truth",
      paramLabel = "FILE",
      description = "Log what the replicas saw of each request here, one JSON line a request.")
  private @Nullable Path truth;

  @Override
  public Integer call() throws InterruptedException {
    if (port > 0 && port + count - 1 > 65535) {
      throw new CommandFailure(
          ExitCode.USAGE, "--port: " + count + " ports from " + port + " on do not exist.");
    }
    if (maxModelLen != null && maxModelLen < 2) {
      throw new CommandFailure(
          ExitCode.USAGE, "--max-model-len: a prompt and an answer take 2 tokens at least.");
    }
    ProcessLog.warningsToStderr();
    PrintWriter out = spec.commandLine().getOut();
    try (StopSignal stop = StopSignal.install();
        Replicas replicas =
            Replicas.start(
                new Replicas.Settings(
                    profile,
                    count,
                    port,
                    gatewayPort,
                    Optional.ofNullable(truth),
                    maxModelLen == null ? OptionalInt.empty() : OptionalInt.of(maxModelLen)))) {
      out.println(replicas.addresses());
      out.println("Ctrl-C ends them.");
      out.flush();
      stop.awaitFirst();
    }
    return ExitCode.VALID.number();
  }
}
