package io.tokenstorm.protocol.prompt;

import io.tokenstorm.protocol.plan.SharedPrefix;

/**
 * Where the randomness of a phase's prompts comes from: plan seed, run salt, phase, and a request's
 * or a group's place.
 */
public final class PromptSeeds {
  private static final long PREFIX_DOMAIN = 1;
  private static final long PROMPT_DOMAIN = 2;

  private final long runSeed;
  private final long phase;

  /**
   * @param seed the plan's
   * @param salt the run's
   * @param phase index of the phase
   */
  public PromptSeeds(long seed, String salt, int phase) {
    this.runSeed = RandomBits.with(seed, RandomBits.of(salt));
    this.phase = phase;
  }

  /** Of a group's shared beginning; of the phase too if it is to be fresh. */
  public long ofGroup(SharedPrefix prefix, int group) {
    long seed = RandomBits.with(RandomBits.with(runSeed, PREFIX_DOMAIN), group);
    return prefix.fresh() ? RandomBits.with(seed, phase) : seed;
  }

  /** Of what a request has for itself. */
  public long ofRequest(int slot, int ordinal) {
    long seed = RandomBits.with(RandomBits.with(runSeed, PROMPT_DOMAIN), phase);
    return RandomBits.with(RandomBits.with(seed, slot), ordinal);
  }
}
