package io.tokenstorm.coordinator.compare.bootstrap;

/**
 * How resamples are drawn.
 *
 * @param resamples how many
 * @param resampleRuns whether whole runs are drawn first
 * @param seed of the draws
 */
public record Draws(int resamples, boolean resampleRuns, long seed) {

  /** The same with a seed that also depends on what is drawn. */
  public Draws mixed(String what) {
    long mixed = seed;
    for (int i = 0; i < what.length(); i++) {
      mixed = (mixed ^ what.charAt(i)) * 0x100000001b3L;
    }
    return new Draws(resamples, resampleRuns, mixed);
  }
}
