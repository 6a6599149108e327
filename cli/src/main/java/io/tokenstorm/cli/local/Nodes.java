package io.tokenstorm.cli.local;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.option.HostPort;
import io.tokenstorm.cli.option.Version;
import io.tokenstorm.coordinator.node.CoordinatorNode;
import io.tokenstorm.coordinator.node.CoordinatorOptions;
import io.tokenstorm.coordinator.node.NodeStartException;
import io.tokenstorm.protocol.node.NodePlace;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.server.ServerHost;
import io.tokenstorm.worker.engine.EngineOptions;
import io.tokenstorm.worker.engine.Engines;
import io.tokenstorm.worker.node.WorkerNode;
import io.tokenstorm.worker.node.WorkerOptions;
import io.tokenstorm.worker.node.WorkerStartException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Starts the nodes of a cluster with what they need from each other's modules. */
public final class Nodes {
  private Nodes() {}

  /**
   * A coordinator to be.
   *
   * @param at where its remoting listens, and how that is protected
   * @param results where its runs go
   * @param minWorkers how many workers a run waits for
   * @param workersWait how long it waits for them
   * @param ticker its clock
   */
  public record CoordinatorPlace(
      NodePlace at, Path results, int minWorkers, Duration workersWait, Ticker ticker) {}

  /**
   * A worker to be.
   *
   * @param id unique in the cluster
   * @param at where its remoting listens, and how that is protected
   * @param join the coordinator's remoting
   * @param weight its share of the slots
   * @param loops threads that make load
   * @param spool where it keeps records
   * @param patience how long it goes on without a coordinator
   * @param servers starts servers on its host by the coordinator's order; null: not allowed
   */
  public record WorkerPlace(
      String id,
      NodePlace at,
      HostPort join,
      int weight,
      int loops,
      Path spool,
      Duration patience,
      @Nullable ServerHost servers) {}

  /**
   * Starts a coordinator.
   *
   * @throws CommandFailure if its port is in use
   */
  public static CoordinatorNode coordinator(CoordinatorPlace place) {
    CoordinatorOptions options =
        CoordinatorOptions.onLoopback(place.results(), Version.current())
            .at(place.at())
            .needing(place.minWorkers(), place.workersWait())
            .by(place.ticker());
    try {
      return CoordinatorNode.start(options);
    } catch (NodeStartException e) {
      throw new CommandFailure(ExitCode.USAGE, e.getMessage() + ".", e);
    }
  }

  /**
   * Starts a worker; it joins by itself.
   *
   * @throws CommandFailure if its spool cannot be used
   */
  public static WorkerNode worker(WorkerPlace place) {
    EngineOptions engine = new EngineOptions(place.loops(), true);
    WorkerOptions options =
        WorkerOptions.of(
                place.id(),
                Version.current(),
                place.join().toString(),
                place.spool(),
                () -> Engines.direct(engine))
            .withPlace(place.at())
            .withCapacity(place.weight(), place.loops())
            .withLimits(place.patience(), Duration.ofSeconds(10))
            .withServers(place.servers());
    try {
      return WorkerNode.start(options);
    } catch (WorkerStartException e) {
      throw new CommandFailure(ExitCode.USAGE, e.getMessage() + ".", e);
    }
  }
}
