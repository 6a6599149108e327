package io.tokenstorm.coordinator.api;

import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.coordinator.service.LiveRun;
import io.tokenstorm.coordinator.service.LiveSnapshot;
import io.tokenstorm.coordinator.service.RunObserver;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.coordinator.service.RunRefusedException;
import io.tokenstorm.coordinator.service.RunService;
import io.tokenstorm.coordinator.service.RunState;
import io.tokenstorm.coordinator.service.RunSummary;
import io.tokenstorm.coordinator.service.Submission;
import io.tokenstorm.coordinator.service.SubmitRequest;
import io.tokenstorm.protocol.plan.Plan;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Runs that begin when they are submitted and end when the test says so. */
final class FakeRuns implements RunService {
  private final Path root;
  private final List<RunSummary> runs = new ArrayList<>();
  private final List<SubmitRequest> submitted = new ArrayList<>();
  private final List<Boolean> cancels = new ArrayList<>();
  private @Nullable LiveRun live;
  private boolean closing;

  FakeRuns(Path root) {
    this.root = root;
  }

  synchronized String begin(Plan plan) {
    String run = "run-" + (runs.size() + 1);
    RunSummary summary =
        new RunSummary(
            run,
            plan.name(),
            RunState.RUNNING,
            0,
            0,
            plan.phases().size(),
            root.resolve(run),
            Instant.EPOCH,
            null,
            "");
    runs.add(summary);
    live = new LiveRun(summary, plan, 0, 0, null, List.of(), List.of());
    return run;
  }

  synchronized void end(Verdict verdict) {
    LiveRun run = live;
    RunSummary was = run.summary();
    RunSummary summary =
        new RunSummary(
            was.run(),
            was.name(),
            RunState.ENDED,
            0,
            was.phase(),
            was.phases(),
            was.directory(),
            was.submittedAt(),
            verdict,
            "all phases passed");
    runs.set(runs.size() - 1, summary);
    live = new LiveRun(summary, run.plan(), 0, 0, null, List.of(), List.of());
  }

  synchronized void close() {
    closing = true;
  }

  synchronized List<SubmitRequest> submitted() {
    return List.copyOf(submitted);
  }

  synchronized List<Boolean> cancels() {
    return List.copyOf(cancels);
  }

  @Override
  public synchronized CompletionStage<Submission> submit(SubmitRequest request) {
    if (closing) {
      return CompletableFuture.failedFuture(
          new RunRefusedException("the coordinator is closing: start it again"));
    }
    submitted.add(request);
    return CompletableFuture.completedFuture(new Submission(begin(request.plan()), 0));
  }

  @Override
  public synchronized List<RunSummary> list() {
    return List.copyOf(runs);
  }

  @Override
  public synchronized Optional<RunSummary> status(String run) {
    return runs.stream().filter(r -> r.run().equals(run)).findFirst();
  }

  @Override
  public synchronized CompletionStage<Optional<RunSummary>> cancel(String run, boolean force) {
    cancels.add(force);
    end(Verdict.CANCELLED);
    return CompletableFuture.completedFuture(status(run));
  }

  @Override
  public synchronized LiveSnapshot liveSnapshot() {
    return new LiveSnapshot(1_000_000_000L, List.of(), live, List.copyOf(runs));
  }

  @Override
  public CompletionStage<RunOutcome> whenEnded(String run) {
    return CompletableFuture.completedFuture(
        new RunOutcome(run, Verdict.VALID, "", EndCause.DONE, root));
  }

  @Override
  public void observe(RunObserver observer) {}
}
