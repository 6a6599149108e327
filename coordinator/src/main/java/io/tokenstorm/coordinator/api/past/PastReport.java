package io.tokenstorm.coordinator.api.past;

import org.jspecify.annotations.Nullable;

/**
 * One report, in short.
 *
 * @param run id of the run
 * @param name of its plan; empty: the report does not say
 * @param model asked for; empty: the report does not say
 * @param verdict {@code VALID}, {@code DEGRADED}, {@code INVALID} or {@code CANCELLED}; {@code
 *     null}: the report cannot be read
 * @param reason of the verdict, or why the report cannot be read
 * @param startedAt wall clock, ISO-8601, for people only; empty: the report does not say
 * @param page whether there is a {@code report.html} too
 */
public record PastReport(
    String run,
    String name,
    String model,
    @Nullable String verdict,
    String reason,
    String startedAt,
    boolean page) {}
