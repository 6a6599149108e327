package io.tokenstorm.coordinator.service;

import io.tokenstorm.protocol.plan.Plan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run to be made.
 *
 * @param plan validated, defaults filled in, time scale already applied
 * @param resolvedYaml the same plan as the user would read it; kept as {@code plan.resolved.yaml}
 * @param salt of the prompts; null: drawn at random
 * @param timeScale the factor that was applied to the plan's durations, for the record
 * @param command as the user typed it, for the record; empty if unknown
 */
public record SubmitRequest(
    Plan plan,
    String resolvedYaml,
    @Nullable String salt,
    double timeScale,
    List<String> command) {}
