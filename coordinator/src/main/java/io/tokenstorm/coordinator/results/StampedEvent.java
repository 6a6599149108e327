package io.tokenstorm.coordinator.results;

import io.tokenstorm.protocol.time.Ticker;
import java.time.Clock;
import java.time.Instant;

/**
 * A fact and when it was noted.
 *
 * @param atNanos on the coordinator's ticker
 * @param at wall clock, for people only
 */
public record StampedEvent(long atNanos, Instant at, RunEvent event) {
  public static StampedEvent of(RunEvent event, Ticker ticker, Clock clock) {
    return new StampedEvent(ticker.nanos(), clock.instant(), event);
  }
}
