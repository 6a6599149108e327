package io.tokenstorm.coordinator.actor;

import io.tokenstorm.coordinator.results.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * What became of a run's report.
 *
 * @param verdict as the report says it; null if it could not be made
 * @param reason of the verdict, or why there is no report
 */
record ReportResult(@Nullable Verdict verdict, String reason) {}
