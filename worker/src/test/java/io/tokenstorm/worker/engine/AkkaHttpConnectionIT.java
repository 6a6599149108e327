package io.tokenstorm.worker.engine;

/** The contract, kept by the Akka HTTP engine. */
class AkkaHttpConnectionIT extends ConnectionContract {
  AkkaHttpConnectionIT() {
    super(Engines.akkaHttp(new EngineOptions(2)));
  }
}
