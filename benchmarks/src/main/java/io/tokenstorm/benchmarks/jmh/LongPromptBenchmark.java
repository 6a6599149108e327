package io.tokenstorm.benchmarks.jmh;

import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.plan.Workload.TokenIds;
import io.tokenstorm.protocol.prompt.Prompt;
import io.tokenstorm.protocol.prompt.PromptRecipe;
import io.tokenstorm.protocol.prompt.PromptSeeds;
import io.tokenstorm.protocol.prompt.PromptSource;
import io.tokenstorm.protocol.prompt.WordPrompt;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Making one prompt of a million tokens and an exact length, ids or words. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class LongPromptBenchmark {
  private static final int TOKENS = 1_048_576;

  /**
   * What it is made of. {@code words} are one token each, as with usual tokenizers; {@code letters}
   * are words of one token a byte.
   */
  @Param({"ids", "words", "letters"})
  public String of = "ids";

  private PromptSource source = sourceOf("ids");
  private int ordinal;

  private static PromptSource sourceOf(String what) {
    int[] costs = new int[WordPrompt.vocabulary()];
    Arrays.setAll(costs, i -> what.equals("words") ? 1 : WordPrompt.of(i, 1).length() - 4);
    PromptRecipe recipe =
        what.equals("ids") ? PromptRecipe.ofIds(0) : PromptRecipe.ofWords(12, costs);
    return PromptSource.exact(
        new PromptSeeds(7, "salt", 0),
        new Workload("w", TOKENS, null, TokenIds.DEFAULT, null, true),
        recipe);
  }

  /** Makes what is made once for all prompts of a phase. */
  @Setup
  public void setUp() {
    source = sourceOf(of);
  }

  /** One prompt. */
  @Benchmark
  public Prompt make() {
    return source.of(3, ordinal++);
  }
}
