package io.tokenstorm.cli.local;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.cli.option.HostPort;
import io.tokenstorm.coordinator.node.CoordinatorNode;
import io.tokenstorm.coordinator.service.RunService;
import io.tokenstorm.protocol.file.FolderTree;
import io.tokenstorm.protocol.node.NodePlace;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.worker.node.WorkerNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A coordinator and its workers in this process. Each is an actor system of its own and they speak
 * over sockets on loopback, as they do between machines. Closing it leaves no port and no thread.
 */
public final class LocalCluster implements AutoCloseable {
  private static final Duration JOINED_WITHIN = Duration.ofSeconds(60);
  private static final Duration LEFT_WITHIN = Duration.ofSeconds(20);

  private final CoordinatorNode coordinator;
  private final List<WorkerNode> workers = new ArrayList<>();
  private final Path spool;

  private LocalCluster(CoordinatorNode coordinator, Path spool) {
    this.coordinator = coordinator;
    this.spool = spool;
  }

  /**
   * Starts a coordinator and as many workers.
   *
   * @param results where the runs go; made if it is not there
   * @throws CommandFailure if the directory cannot be written
   */
  public static LocalCluster start(Path results, int workers) {
    return start(results, workers, NodePlace.plain("127.0.0.1", 0));
  }

  /**
   * The same where further workers may join.
   *
   * @param place where its coordinator listens, and how all of it is protected
   * @throws CommandFailure if the directory cannot be written or the place cannot be had
   */
  public static LocalCluster start(Path results, int workers, NodePlace place) {
    return start(place, results, workers, spoolIn(results), Ticker.system());
  }

  /**
   * The same for a run that an earlier process left: its workers find the records of that one's.
   *
   * @throws CommandFailure if the directory cannot be written
   */
  public static LocalCluster startAgain(LeftRun left, int workers) {
    Path results = left.results();
    Path spool = left.spools().filter(Files::isDirectory).orElseGet(() -> spoolIn(results));
    return start(NodePlace.plain("127.0.0.1", 0), results, workers, spool, left.ticker());
  }

  private static LocalCluster start(
      NodePlace place, Path results, int workers, Path spool, Ticker ticker) {
    LocalCluster cluster =
        new LocalCluster(
            Nodes.coordinator(
                new Nodes.CoordinatorPlace(place, results, workers, JOINED_WITHIN, ticker)),
            spool);
    try {
      cluster.addWorkers(workers, new NodePlace(place.host(), 0, place.bind(), place.security()));
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private static Path spoolIn(Path results) {
    try {
      Files.createDirectories(results);
      return Files.createTempDirectory(results, ".spool-");
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "cannot write below "
              + results.toAbsolutePath()
              + ": choose a writable place with --out ("
              + e
              + ").",
          e);
    }
  }

  private void addWorkers(int count, NodePlace place) {
    HostPort join = new HostPort.Converter().convert(coordinator.remotingAddress());
    for (int i = 1; i <= count; i++) {
      workers.add(
          Nodes.worker(
              new Nodes.WorkerPlace(
                  "w" + i, place, join, 1, 1, spool, Duration.ofMinutes(1), null)));
    }
  }

  /** Its coordinator. */
  public CoordinatorNode coordinator() {
    return coordinator;
  }

  /** Its runs. */
  public RunService service() {
    return coordinator.service();
  }

  /** Ends the workers, then the coordinator. Spools that hold records stay. */
  @Override
  public void close() {
    try {
      CompletableFuture.allOf(
              workers.stream()
                  .map(worker -> worker.leave("the command ends").toCompletableFuture())
                  .toArray(CompletableFuture[]::new))
          .completeOnTimeout(null, LEFT_WITHIN.toMillis(), TimeUnit.MILLISECONDS)
          .join();
    } finally {
      coordinator.close();
      removeEmpty(spool);
    }
  }

  private static void removeEmpty(Path spool) {
    try {
      FolderTree.deleteEmpty(spool);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
