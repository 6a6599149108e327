package io.tokenstorm.cluster.run;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.scene.Cluster;
import io.tokenstorm.cluster.scene.Plans;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.replica.ReplicaSet;
import io.tokenstorm.replica.truth.TruthRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;

/**
 * How far records are from the truth log, in nanoseconds, sorted. Both stamps are {@code
 * System.nanoTime} of one machine, and {@code sent} is the client's by definition. So
 *
 * <ul>
 *   <li>{@code ttft}: arrival of the first token in the record − its write by the replica, which is
 *       the error of TTFT;
 *   <li>{@code gap}: |a gap of the record − the same gap between the replica's writes|, every one;
 *   <li>{@code late}: how late the replica was against its own schedule: no error of a record, but
 *       a measure of how busy the machine was.
 * </ul>
 */
final class TruthAccuracy {
  private final long[] ttft;
  private final long[] gap;
  private final long[] late;

  private TruthAccuracy(long[] ttft, long[] gap, long[] late) {
    this.ttft = ttft;
    this.gap = gap;
    this.late = late;
  }

  /** Errors of TTFT, in order. */
  long[] ttft() {
    return ttft;
  }

  /** Errors of gaps, in order. */
  long[] gap() {
    return gap;
  }

  /** A run, the replicas' view of it and the records as they left the engine. */
  record Measurement(Evidence run, Map<String, RequestRecord> records) {}

  /**
   * Measures by hand: {@code [PROFILE] [STREAMS] [SECONDS]}. Coordinator, worker and replicas share
   * one JVM: run it on a machine that has nothing else to do.
   */
  public static void main(String[] args) throws Exception {
    String profile = args.length > 0 ? args[0] : "default";
    int streams = args.length > 1 ? Integer.parseInt(args[1]) : 64;
    int seconds = args.length > 2 ? Integer.parseInt(args[2]) : 10;
    Path directory = Files.createTempDirectory("accuracy");
    System.out.println(of(measure(directory, profile, streams, seconds)));
  }

  /** One run on one embedded worker. */
  static Measurement measure(Path directory, String profile, int streams, int seconds)
      throws Exception {
    String phase =
        "- {name: it, route: direct, workload: short, concurrency: %d, output_tokens: 64, measure: {at_least: %ds}, timeout: {idle: 30s, total: 60s}}"
            .formatted(streams, seconds);
    Path truth = directory.resolve("truth.jsonl");
    Map<String, RequestRecord> records = new ConcurrentHashMap<>();
    Path run;
    try (ReplicaSet target = ReplicaSet.pair(profile, truth);
        Cluster cluster = Cluster.start(directory, 1)) {
      cluster.worker("w1", () -> new TappedEngine(records));
      run = cluster.run(Plans.text(target, "", phase)).directory();
    }
    return new Measurement(Evidence.read(run, truth), records);
  }

  /** Over all measured requests. */
  static TruthAccuracy of(Measurement measurement) {
    LongStream.Builder ttft = LongStream.builder();
    LongStream.Builder gap = LongStream.builder();
    LongStream.Builder late = LongStream.builder();
    for (TruthRecord truth : measurement.run().truth()) {
      RequestRecord record = measurement.records().get(truth.requestId());
      if (record.key().stage() == LoadStage.MEASURE) {
        long first = record.instants().sentNanos() + record.instants().firstTokenNanos();
        ttft.add(first - truth.firstTokenNanos());
        late.add(truth.trace().lateNanos(0));
        for (int i = 0; i < record.gaps().size(); i++) {
          long written = truth.trace().writtenNanos(i + 1) - truth.trace().writtenNanos(i);
          gap.add(Math.abs(record.gaps().nanosAt(i) - written));
          late.add(truth.trace().lateNanos(i + 1));
        }
      }
    }
    return new TruthAccuracy(sorted(ttft), sorted(gap), sorted(late));
  }

  private static long[] sorted(LongStream.Builder values) {
    return values.build().sorted().toArray();
  }

  /** The p-th percentile of sorted values, by nearest rank. */
  static long at(double p, long[] sorted) {
    return sorted[Math.max(0, (int) Math.ceil(p * sorted.length) - 1)];
  }

  @Override
  public String toString() {
    return "TTFT error %s; gap error %s; the replica's own lateness %s"
        .formatted(row(ttft), row(gap), row(late));
  }

  private static String row(long[] sorted) {
    return "p50 %.3f p90 %.3f p99 %.3f max %.3f ms of %,d"
        .formatted(
            at(0.5, sorted) / 1e6,
            at(0.9, sorted) / 1e6,
            at(0.99, sorted) / 1e6,
            at(1, sorted) / 1e6,
            sorted.length);
  }
}
