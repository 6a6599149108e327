package io.tokenstorm.coordinator.node;

import akka.actor.Address;
import akka.actor.typed.ActorSystem;
import akka.cluster.typed.Cluster;
import akka.remote.RemoteTransportException;
import com.typesafe.config.ConfigFactory;
import io.tokenstorm.coordinator.actor.CoordinatorGuardian;
import io.tokenstorm.coordinator.actor.CoordinatorRuns;
import io.tokenstorm.coordinator.actor.Surroundings;
import io.tokenstorm.coordinator.resume.RunRemains;
import io.tokenstorm.coordinator.run.spec.RunTimings;
import io.tokenstorm.coordinator.service.RunService;
import io.tokenstorm.coordinator.service.Submission;
import io.tokenstorm.protocol.node.ExposedNodeException;
import io.tokenstorm.protocol.node.NodePlace;
import io.tokenstorm.protocol.node.NodeSettings;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.protocol.tls.CertificateFolderException;
import io.tokenstorm.server.ServerHost;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running coordinator: an actor system that founded its cluster. */
public final class CoordinatorNode implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CoordinatorNode.class);
  private static final Duration CLOSE = Duration.ofSeconds(8);

  private final ActorSystem<CoordinatorGuardian.Command> system;
  private final CoordinatorRuns runs;

  private CoordinatorNode(ActorSystem<CoordinatorGuardian.Command> system, CoordinatorRuns runs) {
    this.system = system;
    this.runs = runs;
  }

  /**
   * Starts a coordinator. Workers may join at {@link #remotingAddress} when this returns.
   *
   * @throws NodeStartException if the address cannot be bound, its certificates cannot be used, or
   *     it would listen unprotected where others can reach it
   */
  public static CoordinatorNode start(CoordinatorOptions options) {
    NodeSettings settings = new NodeSettings(NodeSettings.COORDINATOR, options.place(), List.of());
    RunTimings timings = RunTimings.DEFAULT.waitingForWorkers(options.workersWait());
    Surroundings surroundings =
        new Surroundings(
            options.version(),
            options.results().toAbsolutePath(),
            options.minWorkers(),
            timings,
            quietAt(options, timings),
            options.environment(),
            options.ticker(),
            Clock.systemUTC(),
            warning(options.place()));
    CoordinatorRuns runs = new CoordinatorRuns();
    try {
      return new CoordinatorNode(
          ActorSystem.create(
              CoordinatorGuardian.of(surroundings, runs),
              NodeSettings.SYSTEM,
              settings.toSetup(ConfigFactory.empty(), refusal -> {}, options.ticker())),
          runs);
    } catch (ExposedNodeException | CertificateFolderException e) {
      throw new NodeStartException(String.valueOf(e.getMessage()), e);
    } catch (RemoteTransportException e) {
      throw new NodeStartException(
          "cannot listen on %s:%d: %s. Choose another port, or end what uses it"
              .formatted(options.place().bind(), options.place().port(), rootMessage(e)),
          e);
    }
  }

  /** A port that was only just given out has had no coordinator whose workers may come back. */
  private static long quietAt(CoordinatorOptions options, RunTimings timings) {
    return options.place().port() == 0
        ? Long.MIN_VALUE
        : options.ticker().nanos() + timings.quietAfter().toNanos();
  }

  /** Of a node that nothing protects: also in the log. */
  private static String warning(NodePlace place) {
    String warning = place.security().warning(place).orElse("");
    if (!warning.isEmpty()) {
      LOG.warn("INSECURE: {}", warning);
    }
    return warning;
  }

  private static String rootMessage(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  /** Where workers join: {@code host:port}. */
  public String remotingAddress() {
    Address address = Cluster.get(system).selfMember().address();
    return address.getHost().orElse("?") + ':' + address.getPort().orElse(0);
  }

  /** The runs of this coordinator. */
  public RunService service() {
    return runs;
  }

  /**
   * Who starts servers on a worker's host, if that worker was started so that it lets it. A worker
   * that is not there is waited for, a minute.
   *
   * @param worker its id
   */
  public ServerHost serversOn(String worker) {
    return runs.serversOn(worker);
  }

  /**
   * Goes on with a run that an earlier coordinator left: its settled phases are kept, the one that
   * was cut is run anew. The run's directory must lie in this coordinator's results, and this
   * coordinator's ticker be on the run's time line ({@link RunRemains#ticker}).
   *
   * @param patience how long records of before are waited for
   */
  public CompletionStage<Submission> resume(RunRemains remains, Duration patience) {
    return runs.resume(remains, patience, false);
  }

  /** The same, but nothing is sent any more: only what workers still hold is brought in. */
  public CompletionStage<Submission> collect(RunRemains remains, Duration patience) {
    return runs.resume(remains, patience, true);
  }

  /** A clock on the time line of a run that is to be gone on with here. */
  public static Ticker tickerOf(RunRemains remains, Ticker machine) {
    return remains.ticker(machine, Clock.systemUTC().instant());
  }

  /** The actor system, for what is served beside it: the HTTP API. */
  public ActorSystem<?> system() {
    return system;
  }

  /**
   * Ends the actor system; returns once no port is open any more. What runs is not waited for:
   * cancel first. A node that does not answer, such as a frozen one, may hold its connection open:
   * after 8 s that is left to the end of this process, which nobody else's state may hold up.
   * Idempotent.
   */
  @Override
  public void close() {
    system.terminate();
    try {
      system.getWhenTerminated().toCompletableFuture().get(CLOSE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException e) {
      LOG.warn(
          "after {} a node that does not answer still holds a connection: not waited for", CLOSE);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the coordinator's actors ended with a failure", e);
    }
  }
}
