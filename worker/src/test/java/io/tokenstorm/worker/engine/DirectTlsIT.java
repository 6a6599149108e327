package io.tokenstorm.worker.engine;

/** The contract, kept by the direct engine. */
class DirectTlsIT extends TlsContract {
  DirectTlsIT() {
    super(Engines.direct(new EngineOptions(2)));
  }
}
