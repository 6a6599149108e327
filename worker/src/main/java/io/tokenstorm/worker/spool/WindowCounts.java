package io.tokenstorm.worker.spool;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** How many records of each window are in the spool. Thread-safe. */
final class WindowCounts {
  private record Window(int epoch, int phase, LoadStage stage) {}

  private final Map<Window, LongAdder> counts = new ConcurrentHashMap<>();

  void add(RequestRecord record) {
    counts
        .computeIfAbsent(
            new Window(record.key().epoch(), record.key().phase(), record.key().stage()),
            window -> new LongAdder())
        .increment();
  }

  long of(int epoch, int phase, LoadStage stage) {
    LongAdder count = counts.get(new Window(epoch, phase, stage));
    return count == null ? 0 : count.sum();
  }
}
