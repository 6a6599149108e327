package io.tokenstorm.worker.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.tokenstorm.protocol.node.NodeSettings;
import io.tokenstorm.protocol.wire.CoordinatorProtocol;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.ClockReply;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.ServerReport;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerLeaving;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.Directive;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.protocol.wire.LiveSketch;
import io.tokenstorm.protocol.wire.WorkerProtocol;
import io.tokenstorm.worker.follow.Assignment;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One incarnation of a worker in the cluster: offers itself until it is welcome, passes directives
 * to the {@link PhaseDriver}, answers each with a status, and sends a status unasked when something
 * of note changed.
 */
final class WorkerActor extends AbstractBehavior<WorkerCommand> {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerActor.class);
  private static final Duration OFFER_EVERY = Duration.ofMillis(500);
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  /** While no run is on: many workers may rest on one machine, and each look costs. */
  private static final Duration REST_LOOK_EVERY = Duration.ofMillis(200);

  private static final Duration SILENCE = Duration.ofSeconds(5);

  private final WorkerSetup setup;
  private final Consumer<WorkerEnd> ended;
  private final TimerScheduler<WorkerCommand> timers;
  private final ActorRef<CoordinatorProtocol> coordinator;
  private final ActorRef<RecordSender.Command> sender;
  private final PhaseDriver driver;
  private final LiveReporter reporter;
  private final String ref;
  private HealthSample health = HealthSample.NONE;
  private Duration lookEvery = REST_LOOK_EVERY;
  private boolean welcome;
  private @Nullable Noteworthy told;
  private @Nullable Departure departure;

  /**
   * @param ended told once, when this worker's life is to end
   */
  static Behavior<WorkerCommand> create(WorkerSetup setup, Consumer<WorkerEnd> ended) {
    return Behaviors.setup(
        ctx -> Behaviors.withTimers(timers -> new WorkerActor(ctx, timers, setup, ended)));
  }

  private WorkerActor(
      ActorContext<WorkerCommand> ctx,
      TimerScheduler<WorkerCommand> timers,
      WorkerSetup setup,
      Consumer<WorkerEnd> ended) {
    super(ctx);
    this.setup = setup;
    this.ended = ended;
    this.timers = timers;
    WorkerIdentity identity = setup.identity();
    ActorRefResolver refs = ActorRefResolver.get(ctx.getSystem());
    this.coordinator = refs.resolveActorRef(setup.coordinatorPath());
    this.ref = refs.toSerializationFormat(ctx.messageAdapter(Object.class, WorkerCommand::of));
    this.sender =
        ctx.spawn(
            RecordSender.create(
                identity.worker(),
                setup.equipment().spools(),
                refs.resolveActorRef(NodeSettings.recordsPath(setup.joinAddress()))),
            "records",
            DispatcherSelector.fromConfig("tokenstorm.worker.disk-dispatcher"));
    this.driver = new PhaseDriver(identity.worker(), identity.incarnation(), setup.equipment());
    this.reporter = new LiveReporter(identity, setup.equipment(), lookEvery);
    timers.startTimerWithFixedDelay(new WorkerCommand.LookAround(), lookEvery);
    timers.startTimerWithFixedDelay(new WorkerCommand.SecondPassed(), Duration.ofSeconds(1));
    offer();
  }

  @Override
  public Receive<WorkerCommand> createReceive() {
    return newReceiveBuilder()
        .onMessage(WorkerCommand.FromCoordinator.class, this::onCoordinator)
        .onMessage(WorkerCommand.FromStranger.class, this::onStranger)
        .onMessage(WorkerCommand.LookAround.class, look -> lookAround())
        .onMessage(WorkerCommand.SecondPassed.class, second -> onSecond())
        .onMessage(WorkerCommand.OfferDue.class, due -> onOfferDue())
        .onMessage(WorkerCommand.Leave.class, this::onLeave)
        .build();
  }

  private Behavior<WorkerCommand> onCoordinator(WorkerCommand.FromCoordinator from) {
    setup.contact().heard(nanos());
    dispatch(from.message());
    return this;
  }

  private Behavior<WorkerCommand> onStranger(WorkerCommand.FromStranger from) {
    LOG.warn("dropped what is no coordinator's message: {}", from.type());
    return this;
  }

  private void dispatch(WorkerProtocol message) {
    if (message instanceof WorkerProtocol.ClockProbe probe) {
      reply(probe);
    } else if (message instanceof WorkerProtocol.PullRecords demand) {
      sender.tell(new RecordSender.Pull(demand));
    } else if (message instanceof WorkerProtocol.ReleaseRun release) {
      sender.tell(new RecordSender.Release(release.run()));
    } else if (message instanceof Directive directive) {
      driver.onDirective(directive);
      tell(status());
      lookAsNeeded();
    } else if (message instanceof WorkerProtocol.PlanAssignment plan) {
      driver.onPlan(plan);
      tell(status());
    } else if (message instanceof WorkerProtocol.ServerOrder order) {
      report(order);
    } else {
      onMembership(message);
    }
  }

  private void onMembership(WorkerProtocol message) {
    if (message instanceof WorkerProtocol.Refused refused) {
      LOG.error("refused by the coordinator: {}", refused.reason());
      end(new WorkerEnd(WorkerEnd.Reason.REFUSED, refused.reason()));
    } else if (message instanceof WorkerProtocol.Welcome welcomed && !welcome) {
      welcome = true;
      timers.cancel(WorkerCommand.OfferDue.class);
      setup.equipment().engine().rehearse();
      LOG.info("member of the cluster of {}", setup.coordinatorPath());
      LOG.debug("the coordinator is {}", welcomed.coordinatorVersion());
    }
  }

  private void report(WorkerProtocol.ServerOrder order) {
    WorkerIdentity identity = setup.identity();
    coordinator.tell(
        new ServerReport(
            identity.worker(),
            identity.incarnation(),
            order.server(),
            setup.equipment().servers().obey(order)));
  }

  private void reply(WorkerProtocol.ClockProbe probe) {
    WorkerIdentity identity = setup.identity();
    coordinator.tell(
        new ClockReply(
            identity.worker(),
            identity.incarnation(),
            probe.probe(),
            probe.coordinatorNanos(),
            nanos()));
  }

  private Behavior<WorkerCommand> lookAround() {
    driver.tick();
    WorkerStatus status = status();
    reporter.looked();
    if (welcome && !noteworthy(status).equals(told)) {
      tell(status);
    }
    lookAsNeeded();
    if (departure != null) {
      depart(departure, status);
    }
    return this;
  }

  private void lookAsNeeded() {
    boolean resting = departure == null && driver.follower().isAtRest();
    Duration wanted = resting ? REST_LOOK_EVERY : LOOK_EVERY;
    if (!wanted.equals(lookEvery)) {
      lookEvery = wanted;
      timers.startTimerWithFixedDelay(new WorkerCommand.LookAround(), lookEvery);
      reporter.looksEvery(lookEvery);
    }
  }

  private Behavior<WorkerCommand> onSecond() {
    health = reporter.health(driver.warning());
    tellSketches(status());
    if (welcome && setup.contact().silentNanos(nanos()) > SILENCE.toNanos()) {
      LOG.warn("the coordinator is silent; offering myself again");
      welcome = false;
      offer();
    }
    return this;
  }

  private Behavior<WorkerCommand> onOfferDue() {
    if (!welcome) {
      offer();
    }
    return this;
  }

  private void offer() {
    coordinator.tell(setup.identity().hello(ref, setup.equipment().spools().held()));
    timers.startSingleTimer(
        WorkerCommand.OfferDue.class, new WorkerCommand.OfferDue(), OFFER_EVERY);
  }

  private Behavior<WorkerCommand> onLeave(WorkerCommand.Leave leave) {
    if (departure == null) {
      departure = Departure.begin(leave.reason(), nanos(), setup.leaveLimit().toNanos());
      driver.leave(leave.reason());
      lookAround();
    }
    return this;
  }

  private void depart(Departure leaving, WorkerStatus status) {
    if (leaving.mustCut(nanos())) {
      driver.cut(leaving.reason());
      departure = leaving.afterCut();
    }
    boolean handedIn = !welcome || setup.equipment().spools().isHandedIn();
    if (leaving.mayGo(nanos(), status, handedIn)) {
      WorkerIdentity identity = setup.identity();
      coordinator.tell(
          new WorkerLeaving(identity.worker(), identity.incarnation(), leaving.reason()));
      end(new WorkerEnd(WorkerEnd.Reason.LEFT, leaving.reason()));
    }
  }

  private void end(WorkerEnd end) {
    timers.cancelAll();
    driver.leave(end.detail());
    ended.accept(end);
  }

  private WorkerStatus status() {
    if (reporter.stoodStill()) {
      health = reporter.health(driver.warning());
    }
    return driver.status(health);
  }

  private void tellSketches(WorkerStatus status) {
    List<LiveSketch> sketches = reporter.sketches(driver.follower());
    sketches.forEach(coordinator::tell);
    setup.equipment().metrics().observe(status, sketches);
  }

  /** Having come to rest it says what it counted in all: the next second may be another phase's. */
  private void tell(WorkerStatus status) {
    Noteworthy before = told;
    Noteworthy now = noteworthy(status);
    told = now;
    if (now.atRest() && (before == null || !before.atRest())) {
      tellSketches(status);
    }
    coordinator.tell(status);
  }

  private Noteworthy noteworthy(WorkerStatus status) {
    Assignment part = driver.follower().assignment();
    return Noteworthy.of(status, part == null ? 0 : part.slots().count());
  }

  private long nanos() {
    return setup.equipment().ticker().nanos();
  }
}
