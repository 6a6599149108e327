package io.tokenstorm.coordinator.actor;

import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.coordinator.run.spec.RunInput;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.coordinator.target.LengthProbe;
import io.tokenstorm.coordinator.target.PlanEventCaller;
import io.tokenstorm.coordinator.target.TargetProbe;
import io.tokenstorm.coordinator.target.UsageProbe;
import io.tokenstorm.protocol.plan.Plan;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** Does what a run's machine puts out; answers come back to the actor as {@code RunFact}. */
final class RunDriver {
  static final String BLOCKING = "tokenstorm.coordinator.blocking-dispatcher";

  private final ActorContext<CoordinatorCommand> context;
  private final Surroundings surroundings;
  private final WorkerRefs refs;
  private final TargetProbe targets;
  private final UsageProbe usage;
  private final LengthProbe lengths;
  private final PlanEventCaller events;

  RunDriver(ActorContext<CoordinatorCommand> context, Surroundings surroundings, WorkerRefs refs) {
    this.context = context;
    this.surroundings = surroundings;
    this.refs = refs;
    this.targets = new TargetProbe(context.getSystem());
    this.usage = new UsageProbe(context.getSystem(), surroundings.environment());
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
      run.endsBy(ended.reason());
      run.tell(new RunArchive.Finish());
    } else {
      ask(run, output);
    }
  }

  private void ask(ActiveRun run, RunOutput output) {
    if (output instanceof RunOutput.ProbeTargets) {
      answer(run, targets(run.spec().plan()));
    } else if (output instanceof RunOutput.ProbeLength probe) {
      answer(
          run,
          lengths
              .probe(run.spec(), probe.phase())
              .thenApply(
                  f -> new RunInput.LengthProbed(probe.workload(), f.factor(), f.problem())));
    } else if (output instanceof RunOutput.FireEvent fire) {
      answer(run, events.call(fire));
    }
  }

  /** Usage is tried only where all answer. */
  private CompletionStage<RunInput.TargetsProbed> targets(Plan plan) {
    return targets
        .unreachable(plan)
        .thenCompose(
            silent ->
                silent.isEmpty()
                    ? usage.refusing(plan).thenApply(r -> new RunInput.TargetsProbed(silent, r))
                    : CompletableFuture.completedFuture(new RunInput.TargetsProbed(silent)));
  }

  /** Notes a fact of a run. */
  void note(ActiveRun run, RunEvent event) {
    StampedEvent stamped = StampedEvent.of(event, surroundings.ticker(), surroundings.clock());
    context.getLog().info("run {}: {}", run.spec().run(), event);
    run.noted(stamped);
    run.tell(new RunArchive.Note(stamped));
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
