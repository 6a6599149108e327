package io.tokenstorm.worker.client;

import akka.actor.ActorSystem;
import io.tokenstorm.worker.link.ReplicaClient;
import io.tokenstorm.worker.loop.EventLoop;

/** Which HTTP reader an engine's slots use. */
public enum Clients {
  /** Our own reader, in the slot's stage: the measuring one. */
  DIRECT {
    @Override
    public ReplicaClient.Factory of(Target target, EventLoop loop, ActorSystem system, String on) {
      return (listener, answer) -> new DirectClient(loop, target, listener, answer);
    }
  },
  /** Akka HTTP's reader over the same connections: slower, the one to compare with. */
  AKKA_HTTP {
    @Override
    public ReplicaClient.Factory of(Target target, EventLoop loop, ActorSystem system, String on) {
      return (listener, answer) ->
          new AkkaHttpClient(loop, target, listener, answer, new AkkaHttpFlow(system, on));
    }
  };

  /**
   * Makes the clients of slots that speak to one target.
   *
   * @param loop whose connections are used
   * @param system runs streams
   * @param on the dispatcher that the loop executes
   */
  public abstract ReplicaClient.Factory of(
      Target target, EventLoop loop, ActorSystem system, String on);
}
