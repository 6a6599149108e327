package io.tokenstorm.replica.engine;

import io.tokenstorm.replica.engine.EngineParameters.LazyShape;
import io.tokenstorm.replica.engine.EngineParameters.RouteStall;
import java.util.List;

/** Engine figures for tests: a step is 10 µs + 1 µs a sequence, prefill 1 µs a token. */
final class Params {
  int maxBatchedTokens = 1_000;
  int maxSequences = 8;
  int kvBlocks = 1_000;
  boolean caching = true;
  long intakeNanos;
  long gatherNanos;
  long prefillDelayNanos;
  long contextNanos;
  long prefillBaseNanos;
  List<LazyShape> shapes = List.of();
  RouteStall stall = RouteStall.OFF;

  static EngineParameters plain() {
    return new Params().build();
  }

  EngineParameters build() {
    return new EngineParameters(
        10_000,
        1_000,
        contextNanos,
        prefillBaseNanos,
        1e6,
        0,
        intakeNanos,
        0,
        0,
        gatherNanos,
        prefillDelayNanos,
        maxBatchedTokens,
        maxSequences,
        4,
        kvBlocks,
        100_000,
        caching,
        shapes,
        stall);
  }

  /** A prompt whose tokens are seed, seed + 1, … */
  static Sequence.Prompt prompt(int seed, int tokens) {
    return prompt(seed, tokens, false);
  }

  static Sequence.Prompt prompt(int seed, int tokens, boolean randomRoute) {
    int[] ids = new int[tokens];
    for (int i = 0; i < tokens; i++) {
      ids[i] = seed + i;
    }
    return new Sequence.Prompt(ids, 4, randomRoute);
  }
}
