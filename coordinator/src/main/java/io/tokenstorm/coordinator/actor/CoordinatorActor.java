package io.tokenstorm.coordinator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.pattern.StatusReply;
import io.tokenstorm.coordinator.fleet.Admission;
import io.tokenstorm.coordinator.fleet.Fleet;
import io.tokenstorm.coordinator.fleet.FleetMember;
import io.tokenstorm.coordinator.fleet.FleetTimings;
import io.tokenstorm.coordinator.fleet.IdleOrders;
import io.tokenstorm.coordinator.hosting.RemoteServers;
import io.tokenstorm.coordinator.queue.RunBook;
import io.tokenstorm.coordinator.queue.RunEntry;
import io.tokenstorm.coordinator.queue.RunIds;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.run.RunMachine;
import io.tokenstorm.coordinator.run.RunView;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.run.spec.RunInput;
import io.tokenstorm.coordinator.run.spec.RunSpec;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.coordinator.service.RunObserver;
import io.tokenstorm.coordinator.service.RunRefusedException;
import io.tokenstorm.coordinator.service.RunState;
import io.tokenstorm.coordinator.service.Submission;
import io.tokenstorm.protocol.wire.CoordinatorProtocol;
import io.tokenstorm.protocol.wire.LiveSketch;
import io.tokenstorm.protocol.wire.WorkerProtocol;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator: feeds the fleet and the current run's machine with what comes in, and has done
 * what they put out. One run at a time.
 */
final class CoordinatorActor extends AbstractBehavior<CoordinatorCommand> {
  private static final Duration TICK = Duration.ofMillis(50);
  private static final Duration IDLE_EVERY = Duration.ofSeconds(1);

  /** So long the worker is waited for on whose host a server is to run. */
  private static final Duration WORKER_OF_A_SERVER = Duration.ofSeconds(60);

  private static final Duration PUBLISH_EVERY = Duration.ofMillis(200);

  private final Surroundings surroundings;
  private final RunBook book;
  private final LiveBoard board;
  private final Fleet fleet;
  private final WorkerRefs refs;
  private final RunDriver driver;
  private final RunStart start;
  private final RunIds ids;
  private final RemoteServers servers = new RemoteServers(WORKER_OF_A_SERVER);
  private final List<RunObserver> observers = new ArrayList<>();
  private final Map<String, CoordinatorCommand.Resume> resumes = new HashMap<>();
  private @Nullable ActiveRun active;
  private int lastEpoch;
  private long idleAtNanos;
  private long publishedAtNanos;

  private CoordinatorActor(
      ActorContext<CoordinatorCommand> context,
      TimerScheduler<CoordinatorCommand> timers,
      Surroundings surroundings,
      RunBook book,
      LiveBoard board) {
    super(context);
    context.setLoggerName(CoordinatorActor.class);
    this.surroundings = surroundings;
    this.book = book;
    this.board = board;
    this.fleet = new Fleet(surroundings.version(), FleetTimings.DEFAULT);
    this.refs = new WorkerRefs(context.getSystem());
    this.driver = new RunDriver(context, surroundings, refs);
    this.start = new RunStart(surroundings);
    this.ids = new RunIds(surroundings.clock());
    timers.startTimerWithFixedDelay(new CoordinatorCommand.Tick(), TICK);
  }

  static Behavior<CoordinatorCommand> of(Surroundings surroundings, RunBook book, LiveBoard board) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> new CoordinatorActor(context, timers, surroundings, book, board)));
  }

  @Override
  public Receive<CoordinatorCommand> createReceive() {
    return newReceiveBuilder()
        .onMessage(CoordinatorCommand.FromWorker.class, this::fromWorker)
        .onMessage(CoordinatorCommand.Reachability.class, this::reachability)
        .onMessage(CoordinatorCommand.NodeRemoved.class, this::removed)
        .onMessage(CoordinatorCommand.Tick.class, tick -> tick())
        .onMessage(CoordinatorCommand.Submit.class, this::submit)
        .onMessage(CoordinatorCommand.DirectoryTried.class, this::directoryTried)
        .onMessage(CoordinatorCommand.Resume.class, this::resume)
        .onMessage(CoordinatorCommand.CancelRun.class, this::cancel)
        .onMessage(CoordinatorCommand.Observe.class, this::observe)
        .onMessage(CoordinatorCommand.HostServer.class, this::hostServer)
        .onMessage(CoordinatorCommand.StopServer.class, this::stopServer)
        .onMessage(CoordinatorCommand.RunFact.class, this::fact)
        .onMessage(CoordinatorCommand.ReplicaRead.class, this::replicaRead)
        .onMessage(CoordinatorCommand.ReadingsEnded.class, this::readingsEnded)
        .onMessage(CoordinatorCommand.RunReported.class, this::reported)
        .onSignal(PostStop.class, stopped -> stopped())
        .build();
  }

  private Behavior<CoordinatorCommand> fromWorker(CoordinatorCommand.FromWorker from) {
    CoordinatorProtocol message = from.message();
    long atNanos = from.atNanos();
    if (message instanceof CoordinatorProtocol.WorkerHello hello) {
      hello(hello, atNanos);
    } else if (message instanceof CoordinatorProtocol.WorkerStatus status) {
      fleet.status(status, atNanos);
    } else if (message instanceof CoordinatorProtocol.WorkerLeaving leaving) {
      getContext().getLog().info("worker {} leaves: {}", leaving.worker(), leaving.reason());
      fleet.leaving(leaving);
      refs.discharge(leaving.worker(), leaving.incarnation());
    } else if (message instanceof CoordinatorProtocol.ClockReply reply) {
      fleet.clockReply(reply, atNanos);
    } else if (message instanceof LiveSketch sketch) {
      sketch(sketch);
    } else if (message instanceof CoordinatorProtocol.ServerReport report) {
      servers.heard(report.worker(), report.server(), report.facts(), atNanos);
    }
    step(
        message instanceof CoordinatorProtocol.RecordBatch batch
            ? new RunInput.BatchArrived(batch)
            : RunInput.TICK);
    return this;
  }

  private void hello(CoordinatorProtocol.WorkerHello hello, long atNanos) {
    Optional<ActorRef<WorkerProtocol>> ref = refs.resolve(hello);
    if (ref.isEmpty()) {
      getContext().getLog().warn("worker {} gave no reference: {}", hello.worker(), hello.ref());
      return;
    }
    Admission admission = fleet.hello(hello, atNanos);
    if (admission instanceof Admission.Welcomed welcomed) {
      if (welcomed.fresh()) {
        getContext().getLog().info("worker {} joined: {}", hello.worker(), hello);
      }
      refs.put(hello, ref.get());
      ref.get().tell(new WorkerProtocol.Welcome(surroundings.version()));
    } else if (admission instanceof Admission.Refused refused) {
      getContext().getLog().warn("refused: {}", refused.reason());
      ref.get().tell(new WorkerProtocol.Refused(refused.reason()));
    }
  }

  private void sketch(LiveSketch sketch) {
    if (active != null && sketch.run().equals(active.spec().run())) {
      active.sketch(sketch);
      board.count(sketch);
    }
  }

  private Behavior<CoordinatorCommand> reachability(CoordinatorCommand.Reachability change) {
    for (WorkerRefs.Entry entry : refs.at(change.address())) {
      String now = change.reachable() ? "reachable again" : "unreachable";
      getContext().getLog().warn("worker {} is {}", entry.worker(), now);
      fleet.reachable(entry.worker(), entry.incarnation(), change.reachable());
    }
    step(RunInput.TICK);
    return this;
  }

  private Behavior<CoordinatorCommand> removed(CoordinatorCommand.NodeRemoved removed) {
    for (WorkerRefs.Entry entry : refs.at(removed.address())) {
      fleet.removed(entry.worker(), entry.incarnation());
    }
    step(RunInput.TICK);
    return this;
  }

  private Behavior<CoordinatorCommand> tick() {
    long now = surroundings.ticker().nanos();
    fleet.probesDue(now).forEach(refs::tell);
    servers
        .due(worker -> refs.present(fleet, worker), now)
        .forEach(due -> refs.tell(due.worker(), due.order()));
    step(RunInput.TICK);
    startNext(now);
    idle(now);
    if (now - publishedAtNanos >= PUBLISH_EVERY.toNanos()) {
      publish(now);
    }
    return this;
  }

  /** Workers hear of the coordinator while no run is on, too. */
  private void idle(long nowNanos) {
    boolean running = active != null && !active.machine().isOver();
    if (running || nowNanos - idleAtNanos < IDLE_EVERY.toNanos()) {
      return;
    }
    idleAtNanos = nowNanos;
    for (FleetMember member : fleet.addressable()) {
      refs.tell(member.worker(), IdleOrders.directive(member, "", lastEpoch, nowNanos));
    }
    if (active != null) {
      // a lost one would leave a spool behind
      active.machine().releases().forEach(refs::tell);
    }
  }

  /** Gives the machine an input, and does what it wants done. */
  private void step(RunInput input) {
    ActiveRun run = active;
    if (run == null || run.machine().isOver()) {
      return;
    }
    long now = surroundings.ticker().nanos();
    driver.perform(run, run.machine().handle(input, now));
    lastEpoch = Math.max(lastEpoch, run.machine().currentEpoch());
    RunView view = run.machine().view(now);
    if (run.machine().isOver()) {
      run.entry().standsAt(RunState.REPORTING, view.phase(), "the report is being written");
      publish(now);
    } else {
      RunState state = view.staffed() ? RunState.RUNNING : RunState.WAITING_FOR_WORKERS;
      run.entry().standsAt(state, view.phase(), view.waitingFor());
    }
  }

  private void publish(long nowNanos) {
    publishedAtNanos = nowNanos;
    board.publish(fleet, book, active, nowNanos);
  }

  private Behavior<CoordinatorCommand> submit(CoordinatorCommand.Submit submit) {
    getContext()
        .pipeToSelf(
            CompletableFuture.supplyAsync(
                () -> LostSpools.writeProblem(surroundings.results()), driver.blocking()),
            (problem, error) ->
                new CoordinatorCommand.DirectoryTried(
                    submit, error == null ? problem : String.valueOf(error)));
    return this;
  }

  private Behavior<CoordinatorCommand> directoryTried(CoordinatorCommand.DirectoryTried tried) {
    var replyTo = tried.submit().replyTo();
    if (!tried.problem().isEmpty()) {
      replyTo.tell(StatusReply.error(new RunRefusedException(tried.problem())));
      return this;
    }
    String id = ids.next(tried.submit().request().plan().name());
    RunEntry entry =
        new RunEntry(
            id,
            tried.submit().request(),
            surroundings.results().resolve(id),
            surroundings.clock().instant());
    int position = book.add(entry);
    publish(surroundings.ticker().nanos());
    replyTo.tell(StatusReply.success(new Submission(id, position)));
    startNext(surroundings.ticker().nanos());
    return this;
  }

  private Behavior<CoordinatorCommand> resume(CoordinatorCommand.Resume resume) {
    RunEntry entry = start.entry(resume.remains());
    if (book.find(entry.id()).isPresent()) {
      resume
          .replyTo()
          .tell(StatusReply.error(new RunRefusedException(entry.id() + " is known already")));
      return this;
    }
    resumes.put(entry.id(), resume);
    int position = book.add(entry);
    publish(surroundings.ticker().nanos());
    resume.replyTo().tell(StatusReply.success(new Submission(entry.id(), position)));
    startNext(surroundings.ticker().nanos());
    return this;
  }

  private void startNext(long nowNanos) {
    Optional<RunEntry> next = book.next();
    if (next.isEmpty()) {
      return;
    }
    RunEntry entry = next.get();
    RunSpec spec = start.spec(entry, Math.max(lastEpoch, fleet.highestEpoch()) + 1);
    CoordinatorCommand.Resume resume = resumes.remove(entry.id());
    RunArchive.Order order =
        resume == null
            ? start.order(entry, spec, List.copyOf(observers), nowNanos)
            : start.order(resume.remains(), List.copyOf(observers));
    ActorRef<RunArchive.Command> archive =
        getContext()
            .spawn(
                RunArchive.of(order, getContext().getSelf()),
                "archive-" + spec.run(),
                DispatcherSelector.fromConfig(RunDriver.BLOCKING));
    RunMachine machine = new RunMachine(spec, fleet, start.legacy(resume, nowNanos), nowNanos);
    active = new ActiveRun(entry, spec, machine, archive, nowNanos);
    driver.scrape(active);
    if (resume != null) {
      resume.remains().events().forEach(active::noted);
    }
    entry.standsAt(RunState.RUNNING, -1, "");
    if (!surroundings.warning().isEmpty()) {
      driver.note(active, new RunEvent.Finding(surroundings.warning()));
    }
    step(RunInput.TICK);
  }

  private Behavior<CoordinatorCommand> cancel(CoordinatorCommand.CancelRun cancel) {
    Optional<RunEntry> entry = book.find(cancel.run());
    if (entry.isPresent() && entry.get().state() == RunState.QUEUED) {
      entry
          .get()
          .end(new EndReason(Verdict.CANCELLED, EndCause.CANCELLED, "cancelled before it began"));
    } else if (active != null && active.entry().id().equals(cancel.run())) {
      step(new RunInput.Cancel(cancel.force()));
    }
    publish(surroundings.ticker().nanos());
    cancel.replyTo().tell(entry.map(book::summaryOf));
    return this;
  }

  private Behavior<CoordinatorCommand> hostServer(CoordinatorCommand.HostServer host) {
    servers.add(host.server(), surroundings.ticker().nanos());
    return this;
  }

  private Behavior<CoordinatorCommand> stopServer(CoordinatorCommand.StopServer stop) {
    servers.stop(stop.server());
    return this;
  }

  private Behavior<CoordinatorCommand> observe(CoordinatorCommand.Observe observe) {
    observers.add(observe.observer());
    if (active != null) {
      active.tell(new RunArchive.Observe(observe.observer()));
    }
    return this;
  }

  private Behavior<CoordinatorCommand> fact(CoordinatorCommand.RunFact fact) {
    if (active != null && active.entry().id().equals(fact.run())) {
      step(fact.input());
    }
    return this;
  }

  private Behavior<CoordinatorCommand> replicaRead(CoordinatorCommand.ReplicaRead read) {
    if (active != null && active.entry().id().equals(read.run())) {
      driver.keep(active, read.reading());
    }
    return this;
  }

  /** The files of a run are closed only after the last reading. */
  private Behavior<CoordinatorCommand> readingsEnded(CoordinatorCommand.ReadingsEnded ended) {
    if (active != null && active.entry().id().equals(ended.run()) && active.end() != null) {
      active.tell(new RunArchive.Finish());
    }
    return this;
  }

  /** Nobody is left waiting, however this actor ended. */
  private Behavior<CoordinatorCommand> stopped() {
    book.abandon(
        new EndReason(Verdict.INVALID, EndCause.INTERNAL, "the coordinator ended before the run"));
    return this;
  }

  private Behavior<CoordinatorCommand> reported(CoordinatorCommand.RunReported reported) {
    ActiveRun run = active;
    if (run != null && run.entry().id().equals(reported.run())) {
      run.entry().end(start.verdict(run, reported.result()));
      startNext(surroundings.ticker().nanos());
      publish(surroundings.ticker().nanos());
    }
    return this;
  }
}
