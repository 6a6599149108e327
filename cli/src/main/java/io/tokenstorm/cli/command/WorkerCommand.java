package io.tokenstorm.cli.command;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.local.Nodes;
import io.tokenstorm.cli.local.WorkerProcess;
import io.tokenstorm.cli.option.Count;
import io.tokenstorm.cli.option.HostPort;
import io.tokenstorm.cli.option.NodeOptions;
import io.tokenstorm.cli.option.OtlpOptions;
import io.tokenstorm.cli.option.Patience;
import io.tokenstorm.cli.option.Port;
import io.tokenstorm.cli.option.TokenOptions;
import io.tokenstorm.cli.telemetry.MetricsEndpoint;
import io.tokenstorm.protocol.node.ExposedNodeException;
import io.tokenstorm.protocol.node.NodePlace;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.server.local.LocalServerHost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A worker of a cluster, as a process of its own. */
@Command(
    name = "worker",
    description = {
      "Makes load for a coordinator, until it is told to end.",
      "Ctrl-C once: sends nothing any more, hands its records in and leaves. Twice: now."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tokenstorm worker --join 127.0.0.1:7355",
      "  tokenstorm worker --join 127.0.0.1:7355 --id a --loops 2 --weight 2",
      "  tokenstorm worker --join 10.0.0.1:7355 --host 10.0.0.2 --certs certs/a --id a",
      "  tokenstorm worker --join 10.0.0.1:7355 --host gpu --certs certs/g --id g --allow-commands",
      "",
      "Exit codes: 0 left in good order, 2 refused by the coordinator or wrong usage,",
      "3 no coordinator heard for as long as --patience says."
    })
final class WorkerCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--join",
      required = true,
      paramLabel = "HOST:PORT",
      converter = HostPort.Converter.class,
      description = "The coordinator's cluster address (its port 7355, not the HTTP one).")
  private HostPort join;

  @Mixin private NodeOptions node;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      converter = Port.class,
      defaultValue = "0",
      description = "Where the coordinator reaches it; 0: any free one. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(
      names = "--id",
      paramLabel = "NAME",
      description =
          "Name in the cluster; a worker that comes back under its name finds the records that it"
              + " could not hand in. Default: w and the process's number.")
  private @Nullable String id;

  @Option(
      names = "--weight",
      paramLabel = "N",
      converter = Count.class,
      defaultValue = "1",
      description = "Its share of the slots against other workers. Default: ${DEFAULT-VALUE}.")
  private int weight;

  @Option(
      names = "--loops",
      paramLabel = "N",
      converter = Count.class,
      defaultValue = "1",
      description = "Threads that make load: the cores that it may use. Default: ${DEFAULT-VALUE}.")
  private int loops;

  @Option(
      names = "--spool",
      paramLabel = "DIR",
      defaultValue = ".tokenstorm/spool",
      description = "Where it keeps records until they are safe. Default: ${DEFAULT-VALUE}.")
  private Path spool;

  @Option(
      names = "--patience",
      paramLabel = "TIME",
      converter = Patience.class,
      defaultValue = "10m",
      description = "Without a coordinator for so long, it ends. Default: ${DEFAULT-VALUE}.")
  private Duration patience;

  @Option(
      names = "--allow-commands",
      description =
          "Let the coordinator start servers on this host: commands of its choosing, with this"
              + " user's rights. Refused without. Off loopback only with --certs.")
  private boolean allowCommands;

  @Option(
      names = "--metrics-port",
      paramLabel = "PORT",
      converter = Port.class,
      description =
          "Tell Prometheus of this worker at http://127.0.0.1:PORT/metrics; 0: any free one."
              + " Default: it does not.")
  private @Nullable Integer metricsPort;

  @Option(
      names = "--metrics-host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "Where that port listens. Off loopback it speaks HTTPS with --certs and wants the token."
              + " Default: ${DEFAULT-VALUE}.")
  private String metricsHost;

  @Mixin private TokenOptions token;
  @Mixin private OtlpOptions otlp;

  @Override
  public Integer call() throws InterruptedException {
    NodePlace place = place();
    String name = id == null ? "w" + ProcessHandle.current().pid() : id;
    try (LocalServerHost servers = servers(place)) {
      return new WorkerProcess(
              new Nodes.WorkerPlace(name, place, join, weight, loops, spool, patience, servers),
              new WorkerProcess.Telemetry(metrics(), otlp.settings(name).orElse(null)),
              spec.commandLine().getOut())
          .untilEnded()
          .number();
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.USAGE, e.getMessage() + ".", e);
    }
  }

  /** Who starts servers here; null: nobody. */
  private @Nullable LocalServerHost servers(NodePlace place) {
    if (!allowCommands) {
      return null;
    }
    if (!place.isOnLoopback() && node.certificates().isEmpty()) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "--allow-commands: without TLS whoever reaches this worker's port could start programs"
              + " with your rights: use --certs DIR.");
    }
    return new LocalServerHost(Ticker.system(), System::getenv);
  }

  /** Where this worker tells of itself; null: nowhere. */
  private MetricsEndpoint.@Nullable Place metrics() {
    if (metricsPort == null) {
      return null;
    }
    NodePlace at = node.place(metricsPort).at(metricsHost, metricsPort);
    try {
      at.requireProtection();
    } catch (ExposedNodeException e) {
      throw new CommandFailure(ExitCode.USAGE, "--metrics-host: " + e.getMessage() + ".", e);
    }
    // on loopback there is nothing to protect, whatever the cluster's port is protected by
    Optional<Path> certificates = at.isOnLoopback() ? Optional.empty() : node.certificates();
    return new MetricsEndpoint.Place(
        metricsHost,
        metricsPort,
        certificates.orElse(null),
        token.required(at, certificates).orElse(null));
  }

  private NodePlace place() {
    NodePlace place = node.place(port);
    if (join.isElsewhere() && place.isOnLoopback()) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "--join: '"
              + join.host()
              + "' is another machine, but this worker listens on loopback, where the coordinator"
              + " cannot reach it: name this machine's address with --host, and --certs DIR.");
    }
    try {
      place.requireProtection();
      return place;
    } catch (ExposedNodeException e) {
      throw new CommandFailure(ExitCode.USAGE, "--host: " + e.getMessage() + ".", e);
    }
  }
}
