package io.tokenstorm.cli.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is asked for beside a plan.
 *
 * @param file the plan's name in messages
 * @param salt of the prompts; null: drawn at random
 * @param timeScale factor on durations; 1 leaves them
 * @param phases names of the phases to run; empty: all
 * @param sets {@code path=value} each
 * @param command as the user typed it, for the record
 */
public record PlanSubmission(
    String file,
    @Nullable String salt,
    double timeScale,
    List<String> phases,
    List<String> sets,
    List<String> command) {}
