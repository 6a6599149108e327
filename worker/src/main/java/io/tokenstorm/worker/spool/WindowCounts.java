package io.tokenstorm.worker.spool;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** How many records of each window are in the spool. Thread-safe. */
final class WindowCounts {
  private record Window(int epoch, int phase, LoadStage stage) {
    static Window of(RequestRecord record) {
      RequestKey key = record.key();
      return new Window(key.epoch(), key.phase(), key.stage());
    }

    boolean holds(RequestRecord record) {
      RequestKey key = record.key();
      return key.epoch() == epoch && key.phase() == phase && key.stage() == stage;
    }
  }

  private final Map<Window, LongAdder> counts = new ConcurrentHashMap<>();

  void add(RequestRecord record) {
    of(Window.of(record)).increment();
  }

  /** All of them; quick where most are of one window. */
  void add(List<RequestRecord> records) {
    Window window = null;
    long count = 0;
    for (RequestRecord record : records) {
      if (window == null || !window.holds(record)) {
        if (window != null) {
          of(window).add(count);
        }
        window = Window.of(record);
        count = 0;
      }
      count++;
    }
    if (window != null) {
      of(window).add(count);
    }
  }

  private LongAdder of(Window window) {
    return counts.computeIfAbsent(window, unused -> new LongAdder());
  }

  long of(int epoch, int phase, LoadStage stage) {
    LongAdder count = counts.get(new Window(epoch, phase, stage));
    return count == null ? 0 : count.sum();
  }
}
