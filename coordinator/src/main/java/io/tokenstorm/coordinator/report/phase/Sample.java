package io.tokenstorm.coordinator.report.phase;

import io.tokenstorm.coordinator.stats.ColumnStore;
import io.tokenstorm.coordinator.stats.LongColumn;
import io.tokenstorm.protocol.metric.RequestMetric;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.function.LongConsumer;

/**
 * What one figure is made from, over the records that belong to it: a column of numbers, drawn once
 * while the log is read. Where the column lies is for the {@link ColumnStore} to decide, so memory
 * is bounded however long a phase was.
 */
final class Sample {
  /** Draws the numbers out of one record. */
  interface Extract {
    void from(RequestRecord record, LongConsumer sink);
  }

  private final Extract extract;
  private final LongColumn numbers;
  private long undefined;

  Sample(Extract extract, ColumnStore store) {
    this.extract = extract;
    this.numbers = store.column();
  }

  /** Whole nanoseconds of a metric, where it is defined. */
  static Extract nanos(RequestMetric metric) {
    return (record, sink) -> {
      double nanos = metric.nanosOf(record);
      if (!Double.isNaN(nanos)) {
        sink.accept((long) nanos);
      }
    };
  }

  /** A metric that is a quotient, as the bits of the double. */
  static Extract quotient(RequestMetric metric) {
    return (record, sink) -> {
      double nanos = metric.nanosOf(record);
      if (!Double.isNaN(nanos)) {
        sink.accept(Double.doubleToRawLongBits(nanos));
      }
    };
  }

  /** Gaps between output-bearing events. */
  static Extract gaps() {
    return (record, sink) -> {
      for (int i = 0; i < record.gaps().size(); i++) {
        sink.accept(record.gaps().nanosAt(i));
      }
    };
  }

  /** Takes a record that belongs to the figure. */
  void add(RequestRecord record) {
    long before = numbers.size();
    extract.from(record, numbers);
    if (numbers.size() == before) {
      undefined++;
    }
  }

  /** For how many of the records taken it is undefined. */
  long undefined() {
    return undefined;
  }

  /** All numbers. */
  LongColumn numbers() {
    return numbers;
  }
}
