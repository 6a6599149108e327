package io.tokenstorm.cli.calibrate;

import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.replica.truth.TruthRecord;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Records held against what the replica saw, both of one process and one clock; nanoseconds, in
 * order.
 *
 * @param ttft arrival of the first token in the record − its write
 * @param gap |gap in the record − gap between the writes|
 * @param late how late the replica was against its schedule
 */
@SuppressWarnings("ArrayRecordComponent")
record TruthErrors(long[] ttft, long[] gap, long[] late) {

  static TruthErrors of(Map<String, RequestRecord> records, Iterable<TruthRecord> truths) {
    LongStream.Builder ttft = LongStream.builder();
    LongStream.Builder gap = LongStream.builder();
    LongStream.Builder late = LongStream.builder();
    for (TruthRecord truth : truths) {
      RequestRecord record = records.get(truth.requestId());
      if (record == null || record.instants().firstTokenNanos() == Instants.NONE) {
        continue;
      }
      Instants at = record.instants();
      ttft.add(at.sentNanos() + at.firstTokenNanos() - truth.firstTokenNanos());
      int gaps = Math.min(record.gaps().size(), truth.trace().size() - 1);
      for (int i = 0; i < gaps; i++) {
        long written = truth.trace().writtenNanos(i + 1) - truth.trace().writtenNanos(i);
        gap.add(Math.abs(record.gaps().nanosAt(i) - written));
        late.add(truth.trace().lateNanos(i));
      }
    }
    return new TruthErrors(sorted(ttft), sorted(gap), sorted(late));
  }

  private static long[] sorted(LongStream.Builder values) {
    return values.build().sorted().toArray();
  }

  /** A percentile by nearest rank, seconds; {@code null} of nothing. */
  static @Nullable Double seconds(long[] sorted, double p) {
    return sorted.length == 0
        ? null
        : sorted[Math.max(0, (int) Math.ceil(p / 100 * sorted.length) - 1)] / 1e9;
  }

  /** Root of the mean square of the gaps' errors, seconds; {@code null} of nothing. */
  @Nullable Double gapSigma() {
    double square = 0;
    for (long error : gap) {
      square += Math.pow(error / 1e9, 2) / gap.length;
    }
    return gap.length == 0 ? null : Math.sqrt(square);
  }
}
