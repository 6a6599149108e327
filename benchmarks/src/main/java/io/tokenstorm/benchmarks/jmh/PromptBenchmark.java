package io.tokenstorm.benchmarks.jmh;

import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.prompt.Prompt;
import io.tokenstorm.protocol.prompt.PromptText;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Making one prompt. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PromptBenchmark {
  /** Tokens aimed at. */
  @Param({"50", "2000"})
  public int tokens;

  private PromptText text = textOf(1);
  private int ordinal;

  private static PromptText textOf(int tokens) {
    return new PromptText(7, "salt", 0, new Workload("w", tokens, null), 1.0);
  }

  /** Takes the length. */
  @Setup
  public void setUp() {
    text = textOf(tokens);
  }

  /** One prompt. */
  @Benchmark
  public Prompt make() {
    return text.of(3, ordinal++);
  }
}
