package io.tokenstorm.coordinator.report.phase;

import io.tokenstorm.coordinator.stats.LongSample;
import io.tokenstorm.coordinator.stats.LongSource;
import io.tokenstorm.protocol.metric.RequestMetric;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What one figure is made from, over the records that belong to it. Small samples are held; one
 * that grows beyond {@link #LIMIT} numbers is let go and read from the log again in each pass of
 * the selection, so that memory is bounded however long a phase was.
 */
final class Sample {
  /** Numbers held at most: 32 MiB. */
  static final int LIMIT = 1 << 22;

  /** Draws the numbers out of one record. */
  interface Extract {
    void from(RequestRecord record, LongConsumer sink);
  }

  private final Extract extract;
  private final int limit;
  private @Nullable LongSample held = new LongSample();
  private long undefined;

  Sample(Extract extract) {
    this(extract, LIMIT);
  }

  Sample(Extract extract, int limit) {
    this.extract = extract;
    this.limit = limit;
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
    boolean[] any = {false};
    LongSample sample = held;
    extract.from(
        record,
        value -> {
          any[0] = true;
          if (sample != null) {
            sample.add(value);
          }
        });
    if (!any[0]) {
      undefined++;
    }
    if (sample != null && sample.size() > limit) {
      held = null;
    }
  }

  /** For how many of the records taken it is undefined. */
  long undefined() {
    return undefined;
  }

  /**
   * All numbers.
   *
   * @param records where to read them again if they are not held
   * @param belongs which records were taken
   */
  LongSource source(PhaseRecords records, Predicate<Belonging> belongs) {
    LongSample sample = held;
    if (sample != null) {
      return sample;
    }
    return sink ->
        records.forEach(
            (worker, record) -> {
              if (belongs.test(new Belonging(worker, record))) {
                extract.from(record, sink);
              }
            });
  }

  /** A record and whose it is. */
  record Belonging(String worker, RequestRecord record) {}
}
