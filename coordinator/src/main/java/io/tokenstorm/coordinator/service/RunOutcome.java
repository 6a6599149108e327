package io.tokenstorm.coordinator.service;

import io.tokenstorm.coordinator.results.Verdict;
import java.nio.file.Path;

/**
 * How a run ended.
 *
 * @param run its id
 * @param verdict how far its result can be relied on
 * @param reason a sentence that says why
 * @param cause what ended it
 * @param directory where its results are
 */
public record RunOutcome(
    String run, Verdict verdict, String reason, EndCause cause, Path directory) {}
