package io.tokenstorm.worker.engine;

/**
 * How an engine is built.
 *
 * @param loops event loops, one thread each, ≥ 1: the cores given to the engine
 */
public record EngineOptions(int loops) {
  public EngineOptions {
    if (loops < 1) {
      throw new IllegalArgumentException("an engine needs at least one event loop, not " + loops);
    }
  }

  /** One loop. */
  public static final EngineOptions DEFAULT = new EngineOptions(1);
}
