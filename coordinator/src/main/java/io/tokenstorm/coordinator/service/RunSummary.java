package io.tokenstorm.coordinator.service;

import io.tokenstorm.coordinator.results.Verdict;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One run, in short.
 *
 * @param run its id
 * @param name of its plan
 * @param state where it stands
 * @param position how many runs are before it; 0 unless it is queued
 * @param phase index of the current phase, −1 before the first
 * @param phases how many the plan has
 * @param directory where its results are
 * @param submittedAt wall clock, for people only
 * @param verdict null until it ended
 * @param reason of the verdict, a sentence; or what it waits for now; empty if there is nothing to
 *     say
 */
public record RunSummary(
    String run,
    String name,
    RunState state,
    int position,
    int phase,
    int phases,
    Path directory,
    Instant submittedAt,
    @Nullable Verdict verdict,
    String reason) {}
