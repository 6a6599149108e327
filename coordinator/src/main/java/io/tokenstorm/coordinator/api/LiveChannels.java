package io.tokenstorm.coordinator.api;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The channel of each run of this process. Thread-safe. */
final class LiveChannels {
  private final Map<String, LiveChannel> byRun = new ConcurrentHashMap<>();

  /** The channel of a run that exists. */
  LiveChannel of(String run) {
    return byRun.computeIfAbsent(run, r -> new LiveChannel());
  }

  /** Watchers of all runs. */
  int watchers() {
    return byRun.values().stream().mapToInt(LiveChannel::watchers).sum();
  }
}
