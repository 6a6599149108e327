package io.tokenstorm.coordinator.live;

import java.time.Duration;

/** Merges what all workers saw so far into frames. */
public final class LiveAggregator {
  /** The span of recent figures. */
  public static final Duration RECENT = Duration.ofSeconds(3);
}
