package io.tokenstorm.worker.engine;

/** The contract, kept by the direct engine. */
class DirectConnectionIT extends ConnectionContract {
  DirectConnectionIT() {
    super(Engines.direct(new EngineOptions(2)));
  }
}
