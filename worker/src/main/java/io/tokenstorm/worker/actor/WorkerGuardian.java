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
import akka.cluster.ClusterEvent.MemberEvent;
import akka.cluster.ClusterEvent.MemberRemoved;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.JoinSeedNodes;
import akka.cluster.typed.Subscribe;
import io.tokenstorm.protocol.node.NodeSettings;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The root of a worker's actor system: joins the cluster, starts the worker's actor once the
 * coordinator has let it in, and ends the worker's life if no coordinator is heard for too long. If
 * the worker's actor fails the whole system ends, and the process starts the next incarnation.
 *
 * <p>Let in is enough. That all other members have seen it, too, which makes a member "up", is of
 * no interest to a worker, and on a machine that is short of processor time takes as long as the
 * slowest of them.
 */
public final class WorkerGuardian extends AbstractBehavior<WorkerGuardian.Command> {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerGuardian.class);
  private static final Duration CHECK_EVERY = Duration.ofSeconds(1);

  /**
   * A member that has listened for so long and not heard the coordinator begins anew: it was
   * removed, its connection hangs, or the coordinator is another by now.
   */
  private static final Duration DESERTED_AFTER = Duration.ofSeconds(20);

  /** What counts of the time between two checks: a process that stood still heard nothing. */
  private static final Duration CHECK_COUNTS = CHECK_EVERY.multipliedBy(2);

  /** Messages to the guardian. */
  public sealed interface Command {}

  /**
   * End in good order.
   *
   * @param reason for a person
   */
  public record Leave(String reason) implements Command {}

  private record Membership(MemberEvent event) implements Command {}

  private record CheckContact() implements Command {}

  private final WorkerSetup setup;
  private final Consumer<WorkerEnd> ended;
  private final Cluster cluster;
  private @Nullable ActorRef<WorkerCommand> worker;
  private @Nullable Silence silence;
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
        .tell(
            Subscribe.create(
                ctx.messageAdapter(MemberEvent.class, Membership::new), MemberEvent.class));
    String seed = "akka://" + NodeSettings.SYSTEM + '@' + setup.joinAddress();
    cluster.manager().tell(new JoinSeedNodes(List.of(AddressFromURIString.parse(seed))));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Membership.class, this::onMembership)
        .onMessage(CheckContact.class, check -> onCheckContact())
        .onMessage(Leave.class, this::onLeave)
        .onSignal(Terminated.class, terminated -> Behaviors.stopped())
        .build();
  }

  private Behavior<Command> onMembership(Membership change) {
    MemberEvent event = change.event();
    boolean mine = event.member().uniqueAddress().equals(cluster.selfMember().uniqueAddress());
    if (mine && !(event instanceof MemberRemoved) && worker == null) {
      memberSinceNanos = setup.equipment().ticker().nanos();
      silence = new Silence(DESERTED_AFTER, CHECK_COUNTS, memberSinceNanos);
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
    } else if (isDeserted(now)) {
      LOG.warn("the coordinator was not heard for {}: joins anew", DESERTED_AFTER);
      deserted = true;
      getContext().getSystem().terminate();
    }
    return this;
  }

  private boolean isDeserted(long now) {
    if (silence == null || deserted) {
      return false;
    }
    long silent = Math.min(now - memberSinceNanos, setup.contact().silentNanos(now));
    return silence.isTooLong(Duration.ofNanos(silent), now);
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
