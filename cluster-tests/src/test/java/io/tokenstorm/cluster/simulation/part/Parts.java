package io.tokenstorm.cluster.simulation.part;

import io.tokenstorm.coordinator.run.spec.RunInput;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.RecordBatch;
import io.tokenstorm.protocol.wire.Directive;
import io.tokenstorm.worker.follow.Follower;
import io.tokenstorm.worker.follow.PlanSource;
import io.tokenstorm.worker.follow.RunBooks;
import io.tokenstorm.worker.load.SendGate;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * The seams at which a part may be replaced by a broken one, to show that the simulation notices.
 * As it stands all parts are the real ones.
 */
public interface Parts {
  Parts REAL = new Parts() {};

  /** What a worker obeys by. */
  default Obedience obedience(String worker, int incarnation, RunBooks books, PlanSource plans) {
    return Obedience.of(new Follower(worker, incarnation, books, plans));
  }

  /**
   * What an engine asks at each send.
   *
   * @param directedAtNanos when the last directive came, worker's ticker
   */
  default SendGate gate(SendGate real, LongSupplier directedAtNanos) {
    return real;
  }

  /** A directive as a worker understands it. */
  default Directive understood(Directive directive) {
    return directive;
  }

  /** How a coordinator takes batches in; one for each of its lives. */
  default UnaryOperator<RecordBatch> batches() {
    return batch -> batch;
  }

  /** What a worker says that its clock reads. */
  default long told(long tickerNanos) {
    return tickerNanos;
  }

  /** What a run is told; null if nothing. */
  default RunInput input(RunInput input) {
    return input;
  }
}
