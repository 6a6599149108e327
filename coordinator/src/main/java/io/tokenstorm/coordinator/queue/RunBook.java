package io.tokenstorm.coordinator.queue;

import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.coordinator.service.RunState;
import io.tokenstorm.coordinator.service.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All runs of this process, in the order they were submitted. Written by one actor; only {@link
 * #outcome} may be called from other threads.
 */
public final class RunBook {
  private final List<RunEntry> entries = new ArrayList<>();
  private final Map<String, CompletableFuture<RunOutcome>> outcomes = new ConcurrentHashMap<>();

  /** Takes a run; returns how many are before it. */
  public int add(RunEntry entry) {
    int before = (int) entries.stream().filter(e -> e.state() != RunState.ENDED).count();
    entries.add(entry);
    outcomes.put(entry.id(), entry.outcome());
    return before;
  }

  public Optional<RunEntry> find(String run) {
    return entries.stream().filter(e -> e.id().equals(run)).findFirst();
  }

  /** The next one in line, if none is under way. */
  public Optional<RunEntry> next() {
    boolean busy =
        entries.stream().anyMatch(e -> e.state() != RunState.ENDED && e.state() != RunState.QUEUED);
    return busy
        ? Optional.empty()
        : entries.stream().filter(e -> e.state() == RunState.QUEUED).findFirst();
  }

  public List<RunSummary> summaries() {
    List<RunSummary> summaries = new ArrayList<>();
    int unfinished = 0;
    for (RunEntry entry : entries) {
      summaries.add(entry.summary(unfinished));
      unfinished += entry.state() == RunState.ENDED ? 0 : 1;
    }
    return summaries;
  }

  public RunSummary summaryOf(RunEntry entry) {
    return summaries().get(entries.indexOf(entry));
  }

  /** All runs that are not over end now. */
  public void abandon(EndReason reason) {
    entries.stream().filter(e -> e.state() != RunState.ENDED).forEach(e -> e.end(reason));
  }

  /** How a run ends; empty if it is not known. Thread-safe. */
  public Optional<CompletableFuture<RunOutcome>> outcome(String run) {
    return Optional.ofNullable(outcomes.get(run));
  }
}
