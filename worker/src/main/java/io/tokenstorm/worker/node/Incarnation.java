package io.tokenstorm.worker.node;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.setup.ActorSystemSetup;
import akka.actor.typed.ActorSystem;
import akka.cluster.typed.Cluster;
import com.typesafe.config.ConfigFactory;
import io.tokenstorm.protocol.node.NodeSettings;
import io.tokenstorm.protocol.tls.TlsRefusal;
import io.tokenstorm.worker.actor.Contact;
import io.tokenstorm.worker.actor.WorkerEnd;
import io.tokenstorm.worker.actor.WorkerEquipment;
import io.tokenstorm.worker.actor.WorkerGuardian;
import io.tokenstorm.worker.actor.WorkerIdentity;
import io.tokenstorm.worker.actor.WorkerSetup;
import io.tokenstorm.worker.load.LoadEngine;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One actor system of a worker and its engine.
 *
 * @param number of the incarnation, from 1
 * @param system joined to the cluster
 * @param engine makes load
 */
record Incarnation(int number, ActorSystem<WorkerGuardian.Command> system, LoadEngine engine) {

  /**
   * Starts an actor system and an engine.
   *
   * @throws RuntimeException if the port is taken or the engine does not start
   */
  static Incarnation start(
      WorkerOptions options, int number, Belongings belongings, Consumer<WorkerEnd> ended) {
    LoadEngine engine = options.engines().get();
    try {
      WorkerSetup setup =
          new WorkerSetup(
              identity(options, number, belongings),
              new WorkerEquipment(
                  engine,
                  belongings.spools(),
                  belongings.tally(),
                  belongings.metrics(),
                  belongings.servers(),
                  options.environment(),
                  options.ticker()),
              belongings.contact(),
              options.join(),
              NodeSettings.coordinatorPath(options.join()),
              options.leaveLimit());
      return new Incarnation(
          number,
          ActorSystem.create(
              WorkerGuardian.create(setup, ended),
              NodeSettings.SYSTEM,
              systemSetup(options, refusal -> onRefusal(refusal, belongings.contact(), ended))),
          engine);
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  /** Told when the actor system begins to end, whatever the cause. */
  void whenEnding(Runnable told) {
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseBeforeActorSystemTerminate(),
            "tell-the-node",
            () -> {
              told.run();
              return CompletableFuture.completedFuture(Done.done());
            });
  }

  /** The port the remoting got. */
  int port() {
    return Cluster.get(system).selfMember().address().getPort().orElse(0);
  }

  private static ActorSystemSetup systemSetup(
      WorkerOptions options, Consumer<TlsRefusal> onRefusal) {
    NodeSettings settings =
        new NodeSettings(NodeSettings.WORKER, options.place(), List.of(options.join()));
    return settings.toSetup(
        ConfigFactory.parseResources("tokenstorm-worker.conf"), onRefusal, options.ticker());
  }

  /**
   * A worker that was never let in ends, so that whoever started it sees why. Only what it dialled
   * itself counts: any stranger may dial it and turn away.
   */
  private static void onRefusal(TlsRefusal refusal, Contact contact, Consumer<WorkerEnd> ended) {
    if (refusal.outgoing() && refusal.definite() && !contact.isEverHeard()) {
      ended.accept(new WorkerEnd(WorkerEnd.Reason.UNTRUSTED, refusal.text()));
    } else {
      contact.noted(refusal.text());
    }
  }

  private static WorkerIdentity identity(WorkerOptions options, int number, Belongings belongings) {
    return new WorkerIdentity(
        options.id(),
        number,
        belongings.processKey(),
        options.version(),
        hostName(),
        ProcessHandle.current().pid(),
        options.eventLoops(),
        options.weight(),
        belongings.spools().path().toAbsolutePath().toString());
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      // a machine whose name does not resolve still has one: the message begins with it
      return String.valueOf(e.getMessage());
    }
  }
}
