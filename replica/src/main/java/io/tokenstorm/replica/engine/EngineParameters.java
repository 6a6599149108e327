package io.tokenstorm.replica.engine;

import java.util.List;

/**
 * The figures of one engine. A step takes {@code stepBaseNanos + stepPerSequenceNanos × sequences +
 * contextNanosPer1kTokens × context / 1000}, and, if it prefills, also {@code prefillBaseNanos +
 * prefilled tokens / prefillTokensPerSecond + cachedNanosPer1kTokens × cached / 1000}. All instants
 * and durations are nanoseconds.
 *
 * @param stepBaseNanos a: the fixed part of a step
 * @param stepPerSequenceNanos b: for each sequence in the step
 * @param contextNanosPer1kTokens for each 1,000 tokens of context that decoding sequences look at
 * @param prefillBaseNanos added to a step that prefills
 * @param prefillTokensPerSecond rate of prefill
 * @param cachedNanosPer1kTokens for each 1,000 cached tokens a prefill has to look at
 * @param intakeNanos serial work of the API server for each request before it may be scheduled
 * @param arrivalNanos delay of each request between its arrival and the scheduler, not serial
 * @param arrivalNanosPer1kTokens the same, for each 1,000 tokens of its prompt
 * @param gatherNanos an engine with nothing running waits that long for more before it begins
 * @param prefillDelayNanos while sequences run, a prompt waits that long before its prefill may
 *     interrupt them
 * @param maxBatchedTokens token budget of a step (chunked prefill)
 * @param maxSequences sequences that may run at once
 * @param blockTokens tokens of a cache block
 * @param kvBlocks blocks of the KV cache
 * @param maxModelTokens longest prompt plus answer
 * @param prefixCaching whether full prompt blocks are kept and found again
 * @param lazyShapes batch shapes that are compiled on the way
 * @param routeStall the unexplained stall of the random route
 */
public record EngineParameters(
    long stepBaseNanos,
    long stepPerSequenceNanos,
    long contextNanosPer1kTokens,
    long prefillBaseNanos,
    double prefillTokensPerSecond,
    long cachedNanosPer1kTokens,
    long intakeNanos,
    long arrivalNanos,
    long arrivalNanosPer1kTokens,
    long gatherNanos,
    long prefillDelayNanos,
    int maxBatchedTokens,
    int maxSequences,
    int blockTokens,
    int kvBlocks,
    int maxModelTokens,
    boolean prefixCaching,
    List<LazyShape> lazyShapes,
    RouteStall routeStall) {

  /** Checks the ranges; an engine that could not make a step is refused. */
  public EngineParameters {
    require(stepBaseNanos > 0, "step base must be above 0");
    require(stepPerSequenceNanos >= 0, "step per sequence must not be negative");
    require(contextNanosPer1kTokens >= 0, "context cost must not be negative");
    require(prefillBaseNanos >= 0, "prefill base must not be negative");
    require(prefillTokensPerSecond > 0, "prefill rate must be above 0");
    require(cachedNanosPer1kTokens >= 0, "cached cost must not be negative");
    require(intakeNanos >= 0 && arrivalNanos >= 0, "intake and arrival must not be negative");
    require(
        arrivalNanosPer1kTokens >= 0 && gatherNanos >= 0 && prefillDelayNanos >= 0,
        "waits must not be negative");
    require(maxSequences > 0, "max sequences must be above 0");
    require(maxBatchedTokens >= maxSequences, "max batched tokens must reach max sequences");
    require(blockTokens > 0 && kvBlocks > 0, "the KV cache must have blocks");
    require(maxModelTokens > 1, "max model length must be above 1");
    lazyShapes = List.copyOf(lazyShapes);
  }

  /** The same engine with another limit on prompt plus answer. */
  public EngineParameters withMaxModelTokens(int tokens) {
    return new EngineParameters(
        stepBaseNanos,
        stepPerSequenceNanos,
        contextNanosPer1kTokens,
        prefillBaseNanos,
        prefillTokensPerSecond,
        cachedNanosPer1kTokens,
        intakeNanos,
        arrivalNanos,
        arrivalNanosPer1kTokens,
        gatherNanos,
        prefillDelayNanos,
        maxBatchedTokens,
        maxSequences,
        blockTokens,
        kvBlocks,
        tokens,
        prefixCaching,
        lazyShapes,
        routeStall);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }

  /**
   * A batch shape whose kernels are compiled the first time it has become common. The shape of a
   * step is the number of its sequences, rounded up to a power of two; only steps that prefill
   * count. The whole engine waits while it compiles; a shape compiles once in an engine's life.
   *
   * @param sequences the power of two
   * @param sightings the step of that shape which waits, counted from 1
   * @param stallNanos how long it waits
   */
  public record LazyShape(int sequences, int sightings, long stallNanos) {}

  /**
   * The named, unexplained stall of the random route: a step that begins prefill for at least
   * {@code minPrefills} prompts with at least {@code minCachedTokens} cached tokens each, all of
   * which came by the random route, waits {@code stallNanos}. Nothing known of the engine explains
   * it; it is there because the reference shows it, and off unless a profile turns it on.
   */
  public record RouteStall(boolean enabled, int minPrefills, int minCachedTokens, long stallNanos) {
    /** No stall. */
    public static final RouteStall OFF = new RouteStall(false, 1, 0, 0);
  }
}
