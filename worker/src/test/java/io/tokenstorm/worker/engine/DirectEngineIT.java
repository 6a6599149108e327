package io.tokenstorm.worker.engine;

/** The contract, kept by the direct engine. */
class DirectEngineIT extends EngineContract {
  DirectEngineIT() {
    super(Engines.direct(new EngineOptions(2)));
  }
}
