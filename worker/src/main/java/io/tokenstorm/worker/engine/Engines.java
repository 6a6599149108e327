package io.tokenstorm.worker.engine;

/** Where engines come from. */
public final class Engines {
  private Engines() {}

  /** The default engine: our own HTTP/1.1 reader in the slot's stage, on an event loop. */
  public static DirectEngine direct(EngineOptions options) {
    return new DirectEngine(options);
  }
}
