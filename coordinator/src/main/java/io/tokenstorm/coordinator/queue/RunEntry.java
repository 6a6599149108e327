package io.tokenstorm.coordinator.queue;

import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.coordinator.service.RunState;
import io.tokenstorm.coordinator.service.RunSummary;
import io.tokenstorm.coordinator.service.SubmitRequest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One run that this process was given, from its submission on. Touched by one actor only. */
public final class RunEntry {
  private final String id;
  private final SubmitRequest request;
  private final Path directory;
  private final Instant submittedAt;
  private final CompletableFuture<RunOutcome> outcome = new CompletableFuture<>();
  private RunState state = RunState.QUEUED;
  private int phase = -1;
  private @Nullable Verdict verdict;
  private String note = "";

  public RunEntry(String id, SubmitRequest request, Path directory, Instant submittedAt) {
    this.id = id;
    this.request = request;
    this.directory = directory;
    this.submittedAt = submittedAt;
  }

  public String id() {
    return id;
  }

  public SubmitRequest request() {
    return request;
  }

  public Path directory() {
    return directory;
  }

  public RunState state() {
    return state;
  }

  public CompletableFuture<RunOutcome> outcome() {
    return outcome;
  }

  public void standsAt(RunState newState, int newPhase, String newNote) {
    state = newState;
    phase = newPhase;
    note = newNote;
  }

  /** The run is over; its report, if any, is written. */
  public void end(EndReason end) {
    state = RunState.ENDED;
    verdict = end.verdict();
    note = end.text();
    outcome.complete(new RunOutcome(id, end.verdict(), end.text(), end.cause(), directory));
  }

  /**
   * @param position how many runs are before it
   */
  public RunSummary summary(int position) {
    return new RunSummary(
        id,
        request.plan().name(),
        state,
        state == RunState.QUEUED ? position : 0,
        phase,
        request.plan().phases().size(),
        directory,
        submittedAt,
        verdict,
        note);
  }
}
