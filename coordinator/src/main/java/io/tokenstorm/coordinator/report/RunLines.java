package io.tokenstorm.coordinator.report;

import io.tokenstorm.coordinator.results.RunDirectory;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has {@code records.jsonl.gz} follow the record log: one step after the other, on threads that may
 * block, and never on the one that merges. Told by one thread.
 */
public final class RunLines {
  private static final Logger LOG = LoggerFactory.getLogger(RunLines.class);

  private final Path directory;
  private final Executor blocking;
  private CompletableFuture<Void> steps = CompletableFuture.completedFuture(null);

  /** Used by the steps only, which follow on one another. */
  private @Nullable RecordLinesFeed feed;

  /**
   * @param directory of the run; looked at when the first phase has settled
   * @param blocking threads that may block
   */
  public RunLines(Path directory, Executor blocking) {
    this.directory = directory;
    this.blocking = blocking;
  }

  /** A phase has settled, and its event was noted. */
  public void catchUp() {
    steps = steps.thenRunAsync(() -> feed().catchUp(), blocking);
    CompletableFuture<Void> unused =
        steps.whenComplete(
            (done, error) -> {
              if (error != null) {
                LOG.error("the lines of {} cannot be written", directory, error);
              }
            });
  }

  /** The log is closed: completes when all lines are written, or with what kept them from it. */
  public CompletionStage<Void> finish() {
    return steps.thenRunAsync(() -> feed().finish(), blocking);
  }

  /** Needs the plan, and nothing else does before a phase has settled. */
  private RecordLinesFeed feed() {
    RecordLinesFeed known = feed;
    if (known == null) {
      known = new RecordLinesFeed(RunDirectory.open(directory));
      feed = known;
    }
    return known;
  }
}
