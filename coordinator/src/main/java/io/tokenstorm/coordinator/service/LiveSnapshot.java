package io.tokenstorm.coordinator.service;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything a live view needs, at one moment; immutable. Instants are nanoseconds of the
 * coordinator's ticker.
 *
 * @param atNanos when it was taken
 * @param workers all that are known, lost ones included, by id
 * @param run the current run, else the last one; null before the first
 * @param runs all runs of this process, in the order they were submitted
 */
public record LiveSnapshot(
    long atNanos, List<LiveWorker> workers, @Nullable LiveRun run, List<RunSummary> runs) {}
