package io.tokenstorm.coordinator.sweep;

import io.tokenstorm.server.ServerHost;
import java.time.Clock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a sweep does its work with.
 *
 * @param hosts who starts servers on the host of a worker, by its id; by the empty text: on this
 *     machine
 * @param probe asks them
 * @param listener is told how it goes on
 * @param clock the wall clock, for people
 * @param environment values of variables that the plan refers to
 */
public record Hands(
    Function<String, ServerHost> hosts,
    RunProbe probe,
    SweepListener listener,
    Clock clock,
    Function<String, @Nullable String> environment) {}
