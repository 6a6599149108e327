package io.tokenstorm.coordinator.report.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How well the clocks were known; seconds.
 *
 * @param bound the largest error of any worker's offset
 * @param skew between the first and the last worker's opening of the window
 * @param byWorker error of each
 */
public record ClockReport(@Nullable Double bound, double skew, Map<String, Double> byWorker) {}
