package io.tokenstorm.cluster.simulation.node;

import io.tokenstorm.cluster.simulation.history.RequestId;
import io.tokenstorm.cluster.simulation.history.Witness;
import io.tokenstorm.cluster.simulation.setting.ReplicaTraits;
import io.tokenstorm.cluster.simulation.world.Chance;
import io.tokenstorm.cluster.simulation.world.Timeline;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Outcome;
import java.util.function.Consumer;

/** The replicas: no part of the cluster, reached by links of their own, and the truth of it. */
final class VirtualReplicas {
  private static final Outcome REFUSED = new Outcome.Failed(ErrorKind.CONNECT_REFUSED, 0, "");
  private static final Outcome RESET = new Outcome.Failed(ErrorKind.RESET, 0, "");

  private final Timeline timeline;
  private final Chance chance;
  private final ReplicaTraits traits;
  private final Witness witness;

  VirtualReplicas(Timeline timeline, Chance chance, ReplicaTraits traits, Witness witness) {
    this.timeline = timeline;
    this.chance = chance;
    this.traits = traits;
    this.witness = witness;
  }

  /** One request on its connection. */
  final class Exchange {
    private final RequestId request;
    private final Consumer<Outcome> answer;
    private final long serviceNanos;
    private boolean served;

    private Exchange(RequestId request, Consumer<Outcome> answer) {
      this.request = request;
      this.answer = answer;
      this.serviceNanos = chance.between(traits.least().toNanos(), traits.most().toNanos());
    }

    private void arrive() {
      if (chance.of(traits.refusal())) {
        served = true;
        timeline.after(traits.oneWay(), () -> answer.accept(REFUSED));
        return;
      }
      witness.arrives(request);
      timeline.at(timeline.nowNanos() + serviceNanos, this::finish);
    }

    private void finish() {
      if (!served) {
        served = true;
        witness.leaves(request);
        Outcome outcome = chance.of(traits.reset()) ? RESET : Outcome.COMPLETED;
        timeline.after(traits.oneWay(), () -> answer.accept(outcome));
      }
    }

    /** The client closes the connection. */
    void hangUp() {
      timeline.after(traits.oneWay(), this::closed);
    }

    private void closed() {
      if (!served) {
        served = true;
        witness.leaves(request);
      }
    }
  }

  /**
   * Sends a request.
   *
   * @param answer told of the end, when it has come back; not after a hang-up
   */
  Exchange send(RequestId request, Consumer<Outcome> answer) {
    Exchange exchange = new Exchange(request, answer);
    timeline.after(traits.oneWay(), exchange::arrive);
    return exchange;
  }
}
