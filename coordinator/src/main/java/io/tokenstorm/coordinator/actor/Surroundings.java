package io.tokenstorm.coordinator.actor;

import io.tokenstorm.coordinator.run.spec.RunTimings;
import io.tokenstorm.protocol.time.Ticker;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the coordinator's actors are given.
 *
 * @param version of this software
 * @param results directory below which each run gets its own
 * @param minWorkers how many must be there before a run begins
 * @param timings limits of runs
 * @param quietAtNanos until then requests may still run that workers of an earlier coordinator at
 *     this address sent; {@link Long#MIN_VALUE} if there can be none
 * @param environment values of environment variables by name, for secrets
 * @param ticker the one monotonic clock
 * @param clock wall clock, for people only
 * @param warning to be said in each run's report; empty if there is none
 */
public record Surroundings(
    String version,
    Path results,
    int minWorkers,
    RunTimings timings,
    long quietAtNanos,
    Function<String, @Nullable String> environment,
    Ticker ticker,
    Clock clock,
    String warning) {}
