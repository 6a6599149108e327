package io.tokenstorm.benchmarks.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What a request costs a slot beside sockets: the gate, the prompt, the send, an answer of one
 * token from memory, the record. Time a request.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SlotBenchmark {
  private final NullClientSlot slot = new NullClientSlot(Streams.answer(1, true));

  /** One request. */
  @Benchmark
  public long request() {
    return slot.request();
  }
}
