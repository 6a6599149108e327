package io.tokenstorm.coordinator.actor;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.AskPattern;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.coordinator.run.spec.RunInput;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.coordinator.target.LengthProbe;
import io.tokenstorm.coordinator.target.MetricsCall;
import io.tokenstorm.coordinator.target.PlanEventCaller;
import io.tokenstorm.coordinator.target.RouteProbe;
import io.tokenstorm.coordinator.target.TargetProbe;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.record.LoadStage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** Does what a run's machine puts out; answers come back to the actor as {@code RunFact}. */
final class RunDriver {
  private static final Duration READING = Duration.ofSeconds(5);

  static final String BLOCKING = "tokenstorm.coordinator.blocking-dispatcher";

  private final ActorContext<CoordinatorCommand> context;
  private final Surroundings surroundings;
  private final WorkerRefs refs;
  private final TargetProbe targets;
  private final RouteProbe routes;
  private final LengthProbe lengths;
  private final PlanEventCaller events;

  RunDriver(ActorContext<CoordinatorCommand> context, Surroundings surroundings, WorkerRefs refs) {
    this.context = context;
    this.surroundings = surroundings;
    this.refs = refs;
    this.targets = new TargetProbe(context.getSystem());
    this.routes = new RouteProbe(context.getSystem(), surroundings.environment());
    this.lengths = new LengthProbe(context.getSystem(), surroundings.environment());
    this.events = new PlanEventCaller(context.getSystem(), surroundings.ticker());
  }

  /** Threads that may block. */
  Executor blocking() {
    return context.getSystem().dispatchers().lookup(DispatcherSelector.fromConfig(BLOCKING));
  }

  void perform(ActiveRun run, List<RunOutput> outputs) {
    outputs.forEach(output -> perform(run, output));
  }

  private void perform(ActiveRun run, RunOutput output) {
    if (output instanceof RunOutput.Send send) {
      refs.tell(send.worker(), send.message());
    } else if (output instanceof RunOutput.Note note) {
      note(run, note.event());
    } else if (output instanceof RunOutput.Store store) {
      run.tell(new RunArchive.Store(store));
    } else if (output instanceof RunOutput.ReadSpool read) {
      answer(run, CompletableFuture.supplyAsync(() -> LostSpools.read(read), blocking()));
    } else if (output instanceof RunOutput.Ended ended) {
      end(run, ended);
    } else {
      ask(run, output);
    }
  }

  /** The last readings are waited for: they belong to the report. */
  private static void end(ActiveRun run, RunOutput.Ended ended) {
    run.endsBy(ended.reason());
    if (run.scraper() == null) {
      run.tell(new RunArchive.Finish());
    } else {
      run.scraper().tell(new ReplicaScraper.Finish());
    }
  }

  /** Has the replicas asked for their own metrics from now on, if the plan wants that. */
  void scrape(ActiveRun run) {
    Plan plan = run.spec().plan();
    if (plan.scrape() == null) {
      return;
    }
    String id = run.spec().run();
    ReplicaScraper.Order order =
        new ReplicaScraper.Order(id, plan.scrape(), surroundings.ticker(), context.getSelf());
    MetricsCall call = new MetricsCall(context.getSystem(), plan);
    ActorRef<ReplicaScraper.Command> scraper =
        context.spawn(ReplicaScraper.of(order, call::text), "replica-metrics-" + id);
    context.watchWith(scraper, new CoordinatorCommand.ReadingsEnded(id));
    run.scrapedBy(scraper);
  }

  /** The replicas' counters are read before anything else is sent after a phase. */
  private CompletionStage<Done> read(ActiveRun run) {
    ActorRef<ReplicaScraper.Command> scraper = run.scraper();
    return scraper == null
        ? CompletableFuture.completedFuture(Done.getInstance())
        : AskPattern.ask(
                scraper, ReplicaScraper.Edge::new, READING, context.getSystem().scheduler())
            .exceptionally(late -> Done.getInstance());
  }

  /** Keeps a reading; it is no fact to be logged. */
  void keep(ActiveRun run, RunEvent.ReplicaReading reading) {
    StampedEvent stamped = StampedEvent.of(reading, surroundings.ticker(), surroundings.clock());
    run.noted(stamped);
    run.tell(new RunArchive.Note(stamped));
  }

  /** Counters are read before a window opens and once all of its requests have ended. */
  private static boolean isEdge(RunEvent event) {
    return event instanceof RunEvent.PhaseSettled
        || (event instanceof RunEvent.StageOpened opened && opened.stage() == LoadStage.MEASURE);
  }

  private void ask(ActiveRun run, RunOutput output) {
    if (output instanceof RunOutput.ProbeTargets) {
      answer(run, targets(run.spec().plan()));
    } else if (output instanceof RunOutput.ProbeLength probe) {
      answer(
          run,
          read(run)
              .thenCompose(read -> lengths.probe(run.spec(), probe.phase()))
              .thenApply(
                  f ->
                      new RunInput.LengthProbed(
                          probe.prompts(), f.factor(), f.problem(), f.exact())));
    } else if (output instanceof RunOutput.FireEvent fire) {
      answer(run, events.call(fire));
    }
  }

  /** The load's own kind of request is tried only where all answer. */
  private CompletionStage<RunInput.TargetsProbed> targets(Plan plan) {
    return targets
        .unreachable(plan)
        .thenCompose(
            silent ->
                silent.isEmpty()
                    ? routes
                        .ask(plan)
                        .thenApply(a -> new RunInput.TargetsProbed(a.refusals(), a.usageRefused()))
                    : CompletableFuture.completedFuture(new RunInput.TargetsProbed(silent)));
  }

  /** Notes a fact of a run. */
  void note(ActiveRun run, RunEvent event) {
    StampedEvent stamped = StampedEvent.of(event, surroundings.ticker(), surroundings.clock());
    context.getLog().info("run {}: {}", run.spec().run(), event);
    run.noted(stamped);
    run.tell(new RunArchive.Note(stamped));
    if (run.scraper() != null && isEdge(event)) {
      run.scraper().tell(new ReplicaScraper.Edge(context.getSystem().ignoreRef()));
    }
  }

  private <I extends RunInput> void answer(ActiveRun run, CompletionStage<I> answer) {
    String id = run.spec().run();
    context.pipeToSelf(
        answer,
        (input, error) ->
            new CoordinatorCommand.RunFact(
                id, error == null ? input : new RunInput.Failed(String.valueOf(error))));
  }
}
