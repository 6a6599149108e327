package io.tokenstorm.worker.actor;

import akka.actor.AddressFromURIString;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import akka.cluster.typed.JoinSeedNodes;
import akka.cluster.typed.SelfUp;
import akka.cluster.typed.Subscribe;
import io.tokenstorm.protocol.node.NodeSettings;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The root of a worker's actor system: joins the cluster, starts the worker's actor once it is a
 * member, and ends the worker's life if no coordinator is heard for too long. If the worker's actor
 * fails the whole system ends, and the process starts the next incarnation.
 */
public final class WorkerGuardian extends AbstractBehavior<WorkerGuardian.Command> {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerGuardian.class);
  private static final Duration CHECK_EVERY = Duration.ofSeconds(1);

  /**
   * A member that has not heard the coordinator for so long begins anew: it was removed, or the
   * coordinator is another by now.
   */
  private static final Duration DESERTED_AFTER = Duration.ofSeconds(8);

  /** Messages to the guardian. */
  public sealed interface Command {}

  /**
   * End in good order.
   *
   * @param reason for a person
   */
  public record Leave(String reason) implements Command {}

  private record Joined() implements Command {}

  private record CheckContact() implements Command {}

  private final WorkerSetup setup;
  private final Consumer<WorkerEnd> ended;
  private final Cluster cluster;
  private @Nullable ActorRef<WorkerCommand> worker;
  private long memberSinceNanos;
  private boolean deserted;

  /**
   * The root behavior.
   *
   * @param ended told once when the worker's life is to end, from a thread of the actor system
   */
  public static Behavior<Command> create(WorkerSetup setup, Consumer<WorkerEnd> ended) {
    return Behaviors.setup(
        ctx ->
            Behaviors.withTimers(
                timers -> {
                  timers.startTimerWithFixedDelay(new CheckContact(), CHECK_EVERY);
                  return new WorkerGuardian(ctx, setup, ended);
                }));
  }

  private WorkerGuardian(ActorContext<Command> ctx, WorkerSetup setup, Consumer<WorkerEnd> ended) {
    super(ctx);
    this.setup = setup;
    this.ended = ended;
    this.cluster = Cluster.get(ctx.getSystem());
    cluster
        .subscriptions()
        .tell(Subscribe.create(ctx.messageAdapter(SelfUp.class, up -> new Joined()), SelfUp.class));
    String seed = "akka://" + NodeSettings.SYSTEM + '@' + setup.joinAddress();
    cluster.manager().tell(new JoinSeedNodes(List.of(AddressFromURIString.parse(seed))));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Joined.class, joined -> onJoined())
        .onMessage(CheckContact.class, check -> onCheckContact())
        .onMessage(Leave.class, this::onLeave)
        .onSignal(Terminated.class, terminated -> Behaviors.stopped())
        .build();
  }

  private Behavior<Command> onJoined() {
    if (worker == null) {
      memberSinceNanos = setup.equipment().ticker().nanos();
      worker =
          getContext()
              .spawn(
                  WorkerActor.create(setup, ended),
                  "worker",
                  DispatcherSelector.fromConfig("tokenstorm.worker.control-dispatcher"));
      getContext().watch(worker);
    }
    return this;
  }

  private Behavior<Command> onCheckContact() {
    long now = setup.equipment().ticker().nanos();
    if (setup.contact().isGone(now)) {
      String detail =
          "no coordinator heard at %s for %d s%s"
              .formatted(
                  setup.joinAddress(),
                  Duration.ofNanos(setup.contact().silentNanos(now)).toSeconds(),
                  trouble());
      LOG.error(detail);
      ended.accept(new WorkerEnd(WorkerEnd.Reason.COORDINATOR_GONE, detail));
    } else if (worker != null && !deserted && silentAsMember(now) > DESERTED_AFTER.toNanos()) {
      LOG.warn("the coordinator was not heard for {}: joins anew", DESERTED_AFTER);
      deserted = true;
      cluster.manager().tell(new Down(cluster.selfMember().address()));
    }
    return this;
  }

  private long silentAsMember(long now) {
    return Math.min(now - memberSinceNanos, setup.contact().silentNanos(now));
  }

  private String trouble() {
    String trouble = setup.contact().trouble();
    return trouble.isEmpty() ? "" : ": " + trouble;
  }

  private Behavior<Command> onLeave(Leave leave) {
    if (worker == null) {
      ended.accept(new WorkerEnd(WorkerEnd.Reason.LEFT, leave.reason()));
    } else {
      worker.tell(new WorkerCommand.Leave(leave.reason()));
    }
    return this;
  }
}
