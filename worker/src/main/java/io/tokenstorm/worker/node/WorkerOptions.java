package io.tokenstorm.worker.node;

import io.tokenstorm.protocol.node.NodePlace;
import io.tokenstorm.protocol.spool.SpoolKey;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.server.ServerHost;
import io.tokenstorm.worker.load.LoadEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a worker is started.
 *
 * @param id unique in the cluster; letters, digits, {@code . _ -}
 * @param version of this software, as the coordinator's
 * @param place where its remoting listens, and how that is protected
 * @param join {@code host:port} of the coordinator's remoting
 * @param weight its share of the slots against other workers, ≥ 1
 * @param eventLoops threads that make load, ≥ 1; announced as its cores
 * @param spoolDirectory where the workers of this machine keep records
 * @param environment looks up environment variables, for secrets
 * @param engines makes one engine for each incarnation; the node closes it
 * @param ticker the one clock
 * @param coordinatorGoneAfter a coordinator not heard for this long is given up
 * @param leaveLimit how long what runs may go on when the worker leaves; as long again it waits
 *     until its records are fetched
 * @param servers starts servers on this host by the coordinator's order, which are commands of its
 *     choosing with the rights of this process; null: that is not allowed
 */
public record WorkerOptions(
    String id,
    String version,
    NodePlace place,
    String join,
    int weight,
    int eventLoops,
    Path spoolDirectory,
    Function<String, Optional<String>> environment,
    Supplier<LoadEngine> engines,
    Ticker ticker,
    Duration coordinatorGoneAfter,
    Duration leaveLimit,
    @Nullable ServerHost servers) {

  /** Checks what a user may have typed. */
  public WorkerOptions {
    if (!SpoolKey.isName(id)) {
      throw new IllegalArgumentException(
          "worker id '" + id + "': use letters, digits, '.', '_' and '-'");
    }
    if (weight < 1 || eventLoops < 1) {
      throw new IllegalArgumentException(
          "weight %d, event loops %d: at least 1 each".formatted(weight, eventLoops));
    }
  }

  /**
   * On loopback at any port, weight 1, one event loop, this process's environment and clock, ten
   * minutes without a coordinator, ten seconds to leave.
   */
  public static WorkerOptions of(
      String id, String version, String join, Path spoolDirectory, Supplier<LoadEngine> engines) {
    return new WorkerOptions(
        id,
        version,
        NodePlace.plain("127.0.0.1", 0),
        join,
        1,
        1,
        spoolDirectory,
        name -> Optional.ofNullable(System.getenv(name)),
        engines,
        Ticker.system(),
        Duration.ofMinutes(10),
        Duration.ofSeconds(10),
        null);
  }

  /** Bound elsewhere, or protected otherwise. */
  public WorkerOptions withPlace(NodePlace other) {
    return with(draft -> draft.place = other);
  }

  /** With another share of the slots and of the machine. */
  public WorkerOptions withCapacity(int otherWeight, int otherEventLoops) {
    return with(
        draft -> {
          draft.weight = otherWeight;
          draft.eventLoops = otherEventLoops;
        });
  }

  /** With another environment. */
  public WorkerOptions withEnvironment(Function<String, Optional<String>> other) {
    return with(draft -> draft.environment = other);
  }

  /** With other limits. */
  public WorkerOptions withLimits(Duration otherCoordinatorGoneAfter, Duration otherLeaveLimit) {
    return with(
        draft -> {
          draft.coordinatorGoneAfter = otherCoordinatorGoneAfter;
          draft.leaveLimit = otherLeaveLimit;
        });
  }

  /** Letting the coordinator start servers here. */
  public WorkerOptions withServers(@Nullable ServerHost other) {
    return with(draft -> draft.servers = other);
  }

  private WorkerOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return new WorkerOptions(
        id,
        version,
        draft.place,
        join,
        draft.weight,
        draft.eventLoops,
        spoolDirectory,
        draft.environment,
        engines,
        ticker,
        draft.coordinatorGoneAfter,
        draft.leaveLimit,
        draft.servers);
  }

  /** What may be changed of options while they are copied. */
  private static final class Draft {
    private NodePlace place;
    private int weight;
    private int eventLoops;
    private Function<String, Optional<String>> environment;
    private Duration coordinatorGoneAfter;
    private Duration leaveLimit;
    private @Nullable ServerHost servers;

    private Draft(WorkerOptions from) {
      place = from.place;
      weight = from.weight;
      eventLoops = from.eventLoops;
      environment = from.environment;
      coordinatorGoneAfter = from.coordinatorGoneAfter;
      leaveLimit = from.leaveLimit;
      servers = from.servers;
    }
  }
}
