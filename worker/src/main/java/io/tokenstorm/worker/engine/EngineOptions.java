package io.tokenstorm.worker.engine;

/**
 * How an engine is built.
 *
 * @param loops event loops, one thread each, ≥ 1: the cores given to the engine
 * @param rehearses whether it waits, before its first phase, until the process has rehearsed what
 *     an engine does, so that its code is compiled by then
 */
public record EngineOptions(int loops, boolean rehearses) {
  public EngineOptions {
    if (loops < 1) {
      throw new IllegalArgumentException("an engine needs at least one event loop, not " + loops);
    }
  }

  /** Without a rehearsal. */
  public EngineOptions(int loops) {
    this(loops, false);
  }

  /** One loop, without a rehearsal. */
  public static final EngineOptions DEFAULT = new EngineOptions(1);
}
