package io.tokenstorm.coordinator.ledger;

import io.tokenstorm.protocol.wire.HeldSpool;
import java.util.Comparator;

/**
 * One spool: what one incarnation of a worker process recorded in one run.
 *
 * @param worker id of the worker
 * @param processKey of the process that wrote it: a new process may count incarnations anew
 * @param incarnation who wrote it
 * @param run of the records
 */
public record SpoolId(String worker, String processKey, int incarnation, String run)
    implements Comparable<SpoolId> {
  private static final Comparator<SpoolId> ORDER =
      Comparator.comparing(SpoolId::run)
          .thenComparing(SpoolId::worker)
          .thenComparingInt(SpoolId::incarnation)
          .thenComparing(SpoolId::processKey);

  /** Whether a worker of this id means this spool by what it holds. */
  public boolean isThat(HeldSpool held) {
    return run.equals(held.run())
        && incarnation == held.incarnation()
        && processKey.equals(held.processKey());
  }

  @Override
  public int compareTo(SpoolId other) {
    return ORDER.compare(this, other);
  }
}
