package io.tokenstorm.cluster.simulation.check;

import io.tokenstorm.cluster.simulation.history.RequestId;
import io.tokenstorm.cluster.simulation.history.Witness;
import io.tokenstorm.coordinator.ledger.SpoolId;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Each record exactly once in the log; each spool's in order, without a gap. */
final class MergeCheck implements Witness {
  private final Violations violations;
  private final Set<RequestId> stored = new HashSet<>();
  private final Map<SpoolId, Long> ends = new HashMap<>();

  MergeCheck(Violations violations) {
    this.violations = violations;
  }

  @Override
  public void stored(SpoolId spool, long seq, RequestRecord record) {
    RequestId request = new RequestId(spool.run(), record.key());
    if (!stored.add(request)) {
      violations.add(Invariant.MERGE, "%s is in the log twice".formatted(request));
    }
    long expected = ends.getOrDefault(spool, 0L);
    if (seq != expected) {
      violations.add(
          Invariant.MERGE, "record %d of %s follows on %d".formatted(seq, spool, expected - 1));
    }
    ends.put(spool, seq + 1);
  }
}
