package io.tokenstorm.coordinator.actor;

import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.EndCause;
import org.jspecify.annotations.Nullable;

/**
 * What became of a run's report.
 *
 * @param verdict as the report says it; null if it could not be made
 * @param reason of the verdict, or why there is no report
 * @param cause what kept it from being made, where it could not
 */
record ReportResult(@Nullable Verdict verdict, String reason, EndCause cause) {}
