package io.tokenstorm.cli.command;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.local.CoordinatorProcess;
import io.tokenstorm.cli.local.LeftRun;
import io.tokenstorm.cli.option.Count;
import io.tokenstorm.cli.option.NodeOptions;
import io.tokenstorm.cli.option.OtlpOptions;
import io.tokenstorm.cli.option.Patience;
import io.tokenstorm.cli.option.Port;
import io.tokenstorm.cli.option.TokenOptions;
import io.tokenstorm.coordinator.api.ApiSettings;
import io.tokenstorm.coordinator.api.guard.ApiProtection;
import io.tokenstorm.coordinator.api.guard.ApiToken;
import io.tokenstorm.coordinator.api.guard.PlanPermissions;
import io.tokenstorm.protocol.node.ExposedNodeException;
import io.tokenstorm.protocol.node.NodePlace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
      "  tokenstorm coordinator --host 10.0.0.1 --certs certs/coordinator",
      "  tokenstorm coordinator --min-workers 3 --resume 20261130-081500-quickstart",
      "",
      "Exit codes: 0 ended by a signal, 2 a port is in use, the results cannot be",
      "written, or it would listen unprotected off loopback."
    })
final class CoordinatorCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private NodeOptions node;
  @Mixin private TokenOptions token;
  @Mixin private OtlpOptions otlp;

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

  @Option(
      names = "--allow-env",
      paramLabel = "NAME",
      description =
          "With a token, submitted plans may name this environment variable of the nodes as a"
              + " secret; may be given several times. Without one: any.")
  private List<String> allowedVariables = List.of();

  @Option(
      names = "--allow-file",
      paramLabel = "PATH",
      description =
          "The same for a file (tls.ca, tokenizer), as the plan writes it; may be given several"
              + " times.")
  private List<String> allowedFiles = List.of();

  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description =
          "Go on with a run that an earlier coordinator left, as soon as its workers are back:"
              + " settled phases are kept, the one that was cut is run anew. RUN: its directory, or"
              + " its id below --results.")
  private @Nullable Path resume;

  @Override
  public Integer call() throws InterruptedException {
    NodePlace place = node.place(port);
    try {
      place.requireProtection();
    } catch (ExposedNodeException e) {
      throw new CommandFailure(ExitCode.USAGE, "--host: " + e.getMessage() + ".", e);
    }
    ApiSettings api =
        ApiSettings.DEFAULT.at(place.bind(), httpPort).showing(results).with(protection(place));
    LeftRun left = resume == null ? null : LeftRun.find(resume, results);
    new CoordinatorProcess(
            new CoordinatorProcess.Settings(
                place,
                api,
                minWorkers,
                workersWait,
                results,
                left,
                otlp.settings("coordinator").orElse(null)),
            spec.commandLine().getOut())
        .untilStopped();
    return ExitCode.VALID.number();
  }

  /** A token whenever one was named, there are certificates, or others can reach the port. */
  private ApiProtection protection(NodePlace place) {
    Optional<ApiToken> secret = token.required(place, node.certificates());
    return new ApiProtection(
        secret.orElse(null),
        node.certificates().orElse(null),
        secret.isEmpty()
            ? PlanPermissions.ALL
            : new PlanPermissions(false, Set.copyOf(allowedVariables), Set.copyOf(allowedFiles)));
  }
}
