package io.tokenstorm.cluster.health;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.Evidence.Merged;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.replica.truth.TruthRecord;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * How far the gaps of measured requests are from those between the replicas' writes, nanoseconds;
 * needs no common clock.
 */
final class GapTruth {
  private final long[] errors;

  private GapTruth(long[] errors) {
    this.errors = errors;
  }

  static GapTruth of(Evidence run) {
    Map<String, Merged> records = run.recordsById();
    LongStream.Builder errors = LongStream.builder();
    for (TruthRecord truth : run.truth()) {
      Merged merged = records.get(truth.requestId());
      if (merged != null && merged.record().key().stage() == LoadStage.MEASURE) {
        add(errors, merged.record(), truth);
      }
    }
    return new GapTruth(errors.build().sorted().toArray());
  }

  private static void add(LongStream.Builder errors, RequestRecord record, TruthRecord truth) {
    for (int i = 0; i < Math.min(record.gaps().size(), truth.trace().size() - 1); i++) {
      long written = truth.trace().writtenNanos(i + 1) - truth.trace().writtenNanos(i);
      errors.add(Math.abs(record.gaps().nanosAt(i) - written));
    }
  }

  /** By nearest rank, seconds. */
  double p99() {
    return errors[(int) Math.ceil(0.99 * errors.length) - 1] / 1e9;
  }

  /** Root of the mean square, seconds: what a standard deviation of signed errors around 0 is. */
  double sigma() {
    double square = 0;
    for (long error : errors) {
      square += Math.pow(error / 1e9, 2) / errors.length;
    }
    return Math.sqrt(square);
  }
}
