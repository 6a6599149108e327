package io.tokenstorm.cli.client;

import io.tokenstorm.coordinator.live.LiveFrame;

/** Told of a run as it goes; by one thread. */
public interface WatchListener {
  /** A frame came. */
  void onFrame(LiveFrame frame);

  /**
   * The coordinator is not heard; it is tried again.
   *
   * @param why for a person
   */
  void onSilence(String why);
}
