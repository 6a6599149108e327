package io.tokenstorm.worker.engine;

/** The contract, kept by the Akka HTTP engine. */
class AkkaHttpTlsIT extends TlsContract {
  AkkaHttpTlsIT() {
    super(Engines.akkaHttp(new EngineOptions(2)));
  }
}
