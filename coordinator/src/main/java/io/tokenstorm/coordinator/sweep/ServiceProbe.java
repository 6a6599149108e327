package io.tokenstorm.coordinator.sweep;

import io.tokenstorm.coordinator.plan.ResolvedPlan;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.coordinator.service.RunRefusedException;
import io.tokenstorm.coordinator.service.RunService;
import io.tokenstorm.coordinator.service.SubmitRequest;
import io.tokenstorm.protocol.plan.Plan;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Asks by a run of a coordinator and its workers. */
public final class ServiceProbe implements RunProbe {
  private final RunService service;
  private final List<String> command;

  /**
   * @param command as the user typed it, for the runs' records
   */
  public ServiceProbe(RunService service, List<String> command) {
    this.service = service;
    this.command = command;
  }

  @Override
  public Answer ask(Plan plan, @Nullable String salt, StopAsked stop) throws InterruptedException {
    SubmitRequest request = new SubmitRequest(plan, ResolvedPlan.write(plan), salt, 1, command);
    String run = submitted(request);
    CompletableFuture<RunOutcome> end = service.whenEnded(run).toCompletableFuture();
    if (!stop.awaitDone(end)) {
      var unused = service.cancel(run, true);
    }
    RunOutcome outcome = end.join();
    return switch (outcome.cause()) {
      case TARGET_UNREACHABLE -> new NotAsked(outcome.reason());
      case NO_WORKERS, WORKER_UNFIT, STORAGE, INTERNAL ->
          throw new SweepFailure("a row could not be asked: " + outcome.reason());
      case DONE, CANCELLED, WORKER_LOST, DEADLINE -> new Asked(outcome.directory());
    };
  }

  private String submitted(SubmitRequest request) {
    try {
      return service.submit(request).toCompletableFuture().join().run();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RunRefusedException refused) {
        throw new SweepFailure("a row could not be asked: " + refused.getMessage());
      }
      throw e;
    }
  }
}
