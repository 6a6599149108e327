package io.tokenstorm.cluster.simulation;

import io.tokenstorm.cluster.simulation.history.Holder;
import io.tokenstorm.cluster.simulation.history.RequestId;
import io.tokenstorm.cluster.simulation.history.Witness;
import io.tokenstorm.coordinator.run.spec.EndReason;

/** How much happened in a run. */
final class Tally implements Witness {
  private long requests;
  private EndReason reason;

  @Override
  public void sends(Holder worker, RequestId request, long ticker) {
    requests++;
  }

  @Override
  public void ended(String run, EndReason ended) {
    reason = ended;
  }

  long requests() {
    return requests;
  }

  /** How the last run ended; null if it did not. */
  EndReason reason() {
    return reason;
  }
}
