package io.tokenstorm.worker.engine;

import io.tokenstorm.worker.client.Clients;

/** Where engines come from. */
public final class Engines {
  private Engines() {}

  /** The default engine: our own HTTP/1.1 reader in the slot's stage, on an event loop. */
  public static MeasuringEngine direct(EngineOptions options) {
    return new MeasuringEngine(options, Clients.DIRECT);
  }

  /**
   * The second engine: the same slots over the same connections, read by Akka HTTP. Slower; for
   * comparing outcomes, not for measuring.
   */
  public static MeasuringEngine akkaHttp(EngineOptions options) {
    return new MeasuringEngine(options, Clients.AKKA_HTTP);
  }
}
