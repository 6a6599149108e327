package io.tokenstorm.cli.local;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.coordinator.node.CoordinatorNode;
import io.tokenstorm.coordinator.results.ResultsException;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.coordinator.resume.RunRemains;
import io.tokenstorm.coordinator.service.RunRefusedException;
import io.tokenstorm.coordinator.service.Submission;
import io.tokenstorm.protocol.node.NodePlace;
import io.tokenstorm.protocol.time.Ticker;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** A run whose coordinator ended before it did, as a command finds it on the disk. */
public final class LeftRun {
  private final RunRemains remains;

  private LeftRun(RunRemains remains) {
    this.remains = remains;
  }

  /**
   * Finds a run by its directory, or by its id below a directory of results.
   *
   * @throws CommandFailure if there is none, or nothing to go on with
   */
  public static LeftRun find(Path run, Path results) {
    Path directory = Files.isDirectory(run) ? run : results.resolve(run);
    try {
      return new LeftRun(RunRemains.open(directory.toAbsolutePath().normalize()));
    } catch (ResultsException e) {
      throw new CommandFailure(ExitCode.USAGE, e.getMessage() + ".", e);
    }
  }

  /** The directory of all runs that it lies in. */
  Path results() {
    return remains.directory().resolveSibling("").normalize();
  }

  /** Where its workers kept their records, if that is known. */
  Optional<Path> spools() {
    return remains.spools();
  }

  /** A clock on its time line. */
  Ticker ticker() {
    return CoordinatorNode.tickerOf(remains, Ticker.system());
  }

  /** Its directory. */
  public Path directory() {
    return remains.directory();
  }

  /**
   * A coordinator beside its results, on its time line.
   *
   * @param wait how long it waits for workers
   */
  public Nodes.CoordinatorPlace placeAt(NodePlace address, Duration wait) {
    return new Nodes.CoordinatorPlace(address, results(), 1, wait, ticker());
  }

  /** Whether any of its workers ran elsewhere, or runs still: such ones look for a coordinator. */
  public boolean workersMayLive() {
    return remains.events().stream()
        .map(StampedEvent::event)
        .filter(RunEvent.WorkerJoined.class::isInstance)
        .map(RunEvent.WorkerJoined.class::cast)
        .anyMatch(w -> !w.host().equals(localHost()) || isAlive(w.pid()));
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
  }

  private static String localHost() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  /** Lets a coordinator go on with it; its id. */
  public String resume(CoordinatorNode node, Duration patience) {
    return taken(node.resume(remains, patience));
  }

  /** Lets a coordinator bring in what is still held of it; its id. */
  public String collect(CoordinatorNode node, Duration patience) {
    return taken(node.collect(remains, patience));
  }

  private static String taken(CompletionStage<Submission> taking) {
    try {
      return taking.toCompletableFuture().join().run();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RunRefusedException refused) {
        throw new CommandFailure(ExitCode.USAGE, refused.getMessage() + ".", refused);
      }
      throw e;
    }
  }
}
