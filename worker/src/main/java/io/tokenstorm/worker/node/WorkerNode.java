package io.tokenstorm.worker.node;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tokenstorm.worker.actor.Contact;
import io.tokenstorm.worker.actor.WorkerEnd;
import io.tokenstorm.worker.actor.WorkerGuardian;
import io.tokenstorm.worker.live.LiveTally;
import io.tokenstorm.worker.metrics.ClientMetrics;
import io.tokenstorm.worker.server.HostedServers;
import io.tokenstorm.worker.spool.SpoolShelf;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One worker's life. It outlives its actor systems: when the cluster ends one (the worker was
 * downed, or cut off from the coordinator), what runs is cut, the spool is sealed and kept, and the
 * next incarnation joins without a lease and offers what is held. Several may live in one process.
 *
 * <p>What happens next is decided by {@link NodeLife}; its events come one after the other, on a
 * thread of the node's own.
 */
public final class WorkerNode {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerNode.class);
  private static final Duration RETRY_AFTER = Duration.ofMillis(500);
  private static final int RETRIES = 20;
  private static final Duration SERVERS_LOOK = Duration.ofMillis(500);
  private static final Duration LOOK_WHO_LISTENS_AFTER = Duration.ofSeconds(3);

  /**
   * As long a system may take to end; a peer that takes no bytes can hold a connection for ever.
   */
  private static final Duration CLOSE = Duration.ofSeconds(8);

  private final WorkerOptions options;
  private final SpoolShelf spools;
  private final Belongings belongings;
  private final CompletableFuture<WorkerEnd> end = new CompletableFuture<>();
  private final ScheduledExecutorService turns;
  private final NodeLife life = new NodeLife(RETRIES);
  private volatile @Nullable Incarnation current;

  private WorkerNode(WorkerOptions options) throws IOException {
    this.options = options;
    options.place().security().warning(options.place()).ifPresent(w -> LOG.warn("INSECURE: {}", w));
    String processKey = UUID.randomUUID().toString();
    LiveTally tally = new LiveTally();
    Contact contact = new Contact(options.coordinatorGoneAfter(), options.ticker().nanos());
    this.spools = SpoolShelf.open(options.spoolDirectory(), options.id(), processKey, tally::count);
    this.belongings =
        new Belongings(
            processKey,
            spools,
            tally,
            new ClientMetrics(options.id()),
            hosted(options, processKey),
            contact);
    this.turns =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "worker-" + options.id());
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Starts a worker; it joins by itself, as long as it takes.
   *
   * @throws WorkerStartException if its port is taken, its spool directory cannot be used, or its
   *     engine does not start
   */
  public static WorkerNode start(WorkerOptions options) throws WorkerStartException {
    WorkerNode node;
    try {
      node = new WorkerNode(options);
    } catch (IOException e) {
      throw new WorkerStartException(
          "worker '%s' cannot keep records in %s: %s; name another directory"
              .formatted(options.id(), options.spoolDirectory(), e),
          e);
    }
    try {
      node.inTurn(node::begin);
      node.checkJoin();
      node.watchServers();
      return node;
    } catch (CompletionException e) {
      String why = e.getCause() == null ? e.toString() : String.valueOf(e.getCause().getMessage());
      node.inTurn(
          () -> node.take(node.life.toldToEnd(new WorkerEnd(WorkerEnd.Reason.FAILED, why))));
      throw new WorkerStartException(
          "worker '%s' cannot start at %s:%d: %s"
              .formatted(options.id(), options.place().bind(), options.place().port(), why),
          e);
    }
  }

  /** Completes when this worker's life is over, with the reason; never with a failure. */
  public CompletionStage<WorkerEnd> whenEnded() {
    return end.minimalCompletionStage();
  }

  /**
   * Ends in good order: sends nothing more, lets what runs finish, hands records in, leaves the
   * cluster. What cannot be handed in stays on disk for the next worker of this id. It ends at any
   * rate, also if it is just beginning anew.
   */
  public CompletionStage<WorkerEnd> leave(String reason) {
    submit(() -> take(life.toldToLeave(reason)));
    return whenEnded();
  }

  /** What it tells to Prometheus at this moment. */
  public MetricSnapshots metrics() {
    return belongings.metrics().snapshot();
  }

  /** Its id. */
  public String id() {
    return options.id();
  }

  /** The current incarnation, 0 between two of them. */
  public int incarnation() {
    Incarnation now = current;
    return now == null ? 0 : now.number();
  }

  /** Where its remoting listens; 0 between two incarnations. */
  public int port() {
    Incarnation now = current;
    return now == null ? 0 : now.port();
  }

  private void begin() {
    int number = spools.nextIncarnation();
    Incarnation next = Incarnation.start(options, number, belongings, this::onEnd);
    current = next;
    life.begun(number);
    next.whenEnding(() -> submit(() -> boundEnd(next)));
    next.system().getWhenTerminated().whenComplete((done, failure) -> submit(() -> onGone(next)));
  }

  private static HostedServers hosted(WorkerOptions options, String processKey) {
    Path logs = options.spoolDirectory().resolve("servers");
    return new HostedServers(
        new HostedServers.Place(options.id(), processKey, options.servers(), logs),
        options.ticker());
  }

  private void watchServers() {
    if (options.servers() != null) {
      ScheduledFuture<?> unused =
          turns.scheduleWithFixedDelay(
              belongings.servers()::look,
              SERVERS_LOOK.toMillis(),
              SERVERS_LOOK.toMillis(),
              TimeUnit.MILLISECONDS);
    }
  }

  /** Whoever listens there may not be able to tell this worker why: it finds out by itself. */
  private void checkJoin() {
    later(this::lookWhoListens, LOOK_WHO_LISTENS_AFTER);
  }

  private void lookWhoListens() {
    if (life.isEnding() || belongings.contact().isEverHeard()) {
      return;
    }
    Optional<WorkerEnd> never = new JoinCheck(options).look();
    if (never.isPresent()) {
      LOG.error("{}", never.get().detail());
      take(life.toldToEnd(never.get()));
    } else {
      checkJoin();
    }
  }

  private void onEnd(WorkerEnd reason) {
    submit(() -> take(life.toldToEnd(reason)));
  }

  private void take(NodeLife.Step step) {
    if (step instanceof NodeLife.Step.Begin) {
      again();
    } else if (step instanceof NodeLife.Step.BeginLater) {
      later(() -> take(life.tryDue()), RETRY_AFTER);
    } else if (step instanceof NodeLife.Step.Ask ask && current != null) {
      int asked = current.number();
      current.system().tell(new WorkerGuardian.Leave(ask.reason()));
      Duration most = options.leaveLimit().multipliedBy(2).plus(CLOSE);
      later(() -> take(life.leaveOverdue(asked)), most);
    } else if (step instanceof NodeLife.Step.Close && current != null) {
      current.system().terminate();
    } else if (step instanceof NodeLife.Step.Finish over) {
      finish(over.end());
    }
  }

  private void again() {
    try {
      begin();
      LOG.warn("incarnation {} of {} begins", incarnation(), options.id());
    } catch (RuntimeException e) {
      LOG.error("worker {} cannot start again", options.id(), e);
      take(life.cannotBegin(String.valueOf(e.getMessage())));
    }
  }

  private void boundEnd(Incarnation ending) {
    later(() -> giveUp(ending), CLOSE);
  }

  private void giveUp(Incarnation ending) {
    if (incarnation() == ending.number()) {
      LOG.warn(
          "after {} a node that does not answer still holds a connection of {}: not waited for",
          CLOSE,
          options.id());
      onGone(ending);
    }
  }

  private void onGone(Incarnation over) {
    if (incarnation() == over.number()) { // else it was given up before
      over.engine().close();
      current = null;
      LOG.info("incarnation {} of {} ended", over.number(), options.id());
      take(life.gone(over.number()));
    }
  }

  private void finish(WorkerEnd reason) {
    try {
      spools.close();
    } catch (IOException e) {
      LOG.warn("cannot close the spools of {}", options.id(), e);
    }
    belongings.servers().stopAll();
    turns.shutdown();
    LOG.info("worker {} ended: {} ({})", options.id(), reason.reason(), reason.detail());
    end.complete(reason);
  }

  private void inTurn(Runnable transition) {
    CompletableFuture.runAsync(transition, turns).join();
  }

  private void submit(Runnable transition) {
    try {
      turns.execute(transition);
    } catch (RejectedExecutionException e) {
      LOG.debug("{} has ended already", options.id());
    }
  }

  private void later(Runnable transition, Duration delay) {
    ScheduledFuture<?> unused = turns.schedule(transition, delay.toMillis(), TimeUnit.MILLISECONDS);
  }
}
