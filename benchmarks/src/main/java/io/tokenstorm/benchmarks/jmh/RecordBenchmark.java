package io.tokenstorm.benchmarks.jmh;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RecordCodec;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Packing and unpacking records in batches, as the spool, the wire and the record log hold them.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RecordBenchmark {
  private static final int BATCH = 100;

  /** Tokens of each answer. */
  @Param({"1", "150"})
  public int tokens;

  private final Output out = new Output(1 << 20, -1);
  private List<RequestRecord> records = List.of();
  private byte[] packed = new byte[0];

  /** Makes the batch. */
  @Setup
  public void setUp() {
    records = IntStream.range(0, BATCH).mapToObj(this::record).toList();
    write();
    packed = out.toBytes();
  }

  private RequestRecord record(int ordinal) {
    long[] gaps = new long[tokens - 1];
    Arrays.setAll(gaps, i -> 20_000_000L + 31_337L * i);
    long last = 30_000_000L + Arrays.stream(gaps).sum();
    return new RequestRecord(
        new RequestKey(1, 0, LoadStage.MEASURE, 3, ordinal),
        "10.0.0.7:8000",
        new Instants(
            1_000_000_000L + ordinal,
            40_000,
            Instants.NONE,
            50_000,
            29_000_000,
            30_000_000,
            30_000_000,
            last,
            last + 9_000),
        Gaps.of(gaps),
        Outcome.COMPLETED,
        new TokenCounts(tokens, TokenSource.USAGE, 50, TokenSource.USAGE, 50, tokens),
        "length",
        36_000);
  }

  /** Packs; time a record. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int write() {
    out.setPosition(0);
    RecordCodec.write(out, records);
    return out.position();
  }

  /** Unpacks; time a record. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<RequestRecord> read() {
    return RecordCodec.read(new Input(packed));
  }
}
