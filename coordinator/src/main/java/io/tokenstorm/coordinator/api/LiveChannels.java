package io.tokenstorm.coordinator.api;

import io.tokenstorm.coordinator.live.timeline.Timeline;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The channel and the course of each run of this process. Thread-safe. */
final class LiveChannels {
  private final Map<String, LiveChannel> byRun = new ConcurrentHashMap<>();
  private final Map<String, Timeline> timelines = new ConcurrentHashMap<>();

  /** The channel of a run that exists. */
  LiveChannel of(String run) {
    return byRun.computeIfAbsent(run, r -> new LiveChannel());
  }

  /** The course of a run that exists. */
  Timeline timeline(String run) {
    return timelines.computeIfAbsent(run, r -> new Timeline());
  }

  /** Watchers of all runs. */
  int watchers() {
    return byRun.values().stream().mapToInt(LiveChannel::watchers).sum();
  }
}
