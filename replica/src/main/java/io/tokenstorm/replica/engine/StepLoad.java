package io.tokenstorm.replica.engine;

import java.util.List;

/**
 * What a step has to carry, in tokens.
 *
 * @param prefillTokens prompt tokens computed in it
 * @param cachedTokens tokens already computed that those prompts look at
 * @param contextTokens tokens that its decodes look at
 * @param stallingPrefills prompts that begin in it and count for the route stall; none where more
 *     sequences decode in it
 */
record StepLoad(int prefillTokens, long cachedTokens, long contextTokens, int stallingPrefills) {

  static StepLoad of(List<Sequence> step, StallModel stalls) {
    int prefill = 0;
    long cached = 0;
    long context = 0;
    int stalling = 0;
    int decodes = 0;
    for (Sequence sequence : step) {
      if (sequence.prefilled()) {
        context += sequence.computed;
        decodes++;
      } else {
        prefill += sequence.chunk;
        cached += sequence.computed;
        boolean begins = sequence.emitted == 0 && sequence.computed == sequence.cachedTokens;
        stalling += begins && stalls.stalling(sequence) ? 1 : 0;
      }
    }
    return new StepLoad(prefill, cached, context, stalling >= decodes ? stalling : 0);
  }
}
