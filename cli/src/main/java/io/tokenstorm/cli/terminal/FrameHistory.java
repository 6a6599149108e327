package io.tokenstorm.cli.terminal;

import io.tokenstorm.coordinator.live.CurrentPhase;
import io.tokenstorm.coordinator.live.LiveFrame;
import io.tokenstorm.protocol.wire.Stage;
import java.util.ArrayList;
import java.util.List;

/** What the sparklines show: recent rates and latencies of the frames in which load ran. */
final class FrameHistory {
  /** Frames come once a second. */
  private static final int MAX = Sparkline.MINUTE;

  private final List<Double> tokensPerSecond = new ArrayList<>();
  private final List<Double> ttftP50 = new ArrayList<>();
  private long lastSequence = -1;

  /** Takes a frame; one that is not newer than the last is passed over. */
  void add(LiveFrame frame) {
    CurrentPhase current = frame.current();
    if (frame.sequence() <= lastSequence || current == null || !isLoad(current.stage())) {
      return;
    }
    lastSequence = frame.sequence();
    boolean known = frame.recent().seconds() > 0;
    add(tokensPerSecond, known ? frame.recent().tokensPerSecond() : Double.NaN);
    Double p50 = frame.ttft().recentP50();
    add(ttftP50, p50 == null ? Double.NaN : p50);
  }

  private static boolean isLoad(Stage stage) {
    return stage == Stage.WARMUP || stage == Stage.MEASURE || stage == Stage.DRAIN;
  }

  private static void add(List<Double> values, double value) {
    if (values.size() == MAX) {
      values.remove(0);
    }
    values.add(value);
  }

  /** Oldest first; NaN where nothing is known yet. */
  List<Double> tokensPerSecond() {
    return tokensPerSecond;
  }

  /** Seconds, oldest first; NaN where nothing was answered. */
  List<Double> ttftP50() {
    return ttftP50;
  }
}
