package io.tokenstorm.worker.engine;

import akka.actor.ActorSystem;

/** The actor system of an engine, for tests of what runs in it. */
public final class TestSystems {
  private TestSystems() {}

  /** A system configured as every engine's is; to be terminated by the test. */
  public static ActorSystem engineSystem() {
    return new EngineSystem(1).actors();
  }
}
