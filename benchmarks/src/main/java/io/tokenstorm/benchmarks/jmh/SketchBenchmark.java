package io.tokenstorm.benchmarks.jmh;

import io.tokenstorm.protocol.live.LatencySketch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The sketch of live latencies: counting a value, and sending and reading what a second gave. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SketchBenchmark {
  private final Histogram counted = LatencySketch.newHistogram();
  private final Histogram full = LatencySketch.newHistogram();
  private byte[] packed = new byte[0];
  private long next;

  /** Fills one with a second's values. */
  @Setup
  public void setUp() {
    for (int i = 0; i < 50_000; i++) {
      LatencySketch.count(full, 20_000_000.0 + 1_009.0 * i);
    }
    packed = pack();
  }

  /** Counts one value. */
  @Benchmark
  public void count() {
    LatencySketch.count(counted, 20_000_000.0 + (next++ & 0xfffff));
  }

  /** Packs one. */
  @Benchmark
  public byte[] pack() {
    return LatencySketch.of(full).toBytes();
  }

  /** Reads one and adds it to another. */
  @Benchmark
  public long merge() {
    Histogram sum = LatencySketch.newHistogram();
    sum.add(LatencySketch.ofBytes(packed).toHistogram());
    return sum.getTotalCount();
  }
}
