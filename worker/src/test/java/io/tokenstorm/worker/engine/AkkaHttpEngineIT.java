package io.tokenstorm.worker.engine;

/** The contract, kept by the Akka HTTP engine. */
class AkkaHttpEngineIT extends EngineContract {
  AkkaHttpEngineIT() {
    super(Engines.akkaHttp(new EngineOptions(2)));
  }
}
