package io.tokenstorm.coordinator.sweep;

import io.tokenstorm.server.ServerHost;
import java.time.Clock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a sweep does its work with.
 *
 * @param host starts servers
 * @param probe asks them
 * @param listener is told how it goes on
 * @param clock the wall clock, for people
 * @param environment values of variables that the plan refers to
 */
public record Hands(
    ServerHost host,
    RunProbe probe,
    SweepListener listener,
    Clock clock,
    Function<String, @Nullable String> environment) {}
