package io.tokenstorm.cluster.simulation.history;

import io.tokenstorm.protocol.record.RequestKey;

/** A request, as the replicas know it: unique over all runs of a cluster. */
public record RequestId(String run, RequestKey key) {
  @Override
  public String toString() {
    return key.requestId(run);
  }
}
