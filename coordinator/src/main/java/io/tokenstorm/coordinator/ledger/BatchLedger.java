package io.tokenstorm.coordinator.ledger;

import io.tokenstorm.protocol.record.RequestRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Accepts record batches of many spools by sequence number. Invariants, per spool: every record is
 * accepted once, in order, without a gap; what is counted as merged has been reported as stored.
 */
public final class BatchLedger {
  private final Map<SpoolId, Spool> spools = new HashMap<>();

  /** Records accepted and not yet stored, and what was stored. */
  private static final class Spool {
    long received;
    long stored;
    final Deque<Accepted> pending = new ArrayDeque<>();
    final Map<Window, MergedSum> merged = new HashMap<>();
  }

  /**
   * Records that were new, in order.
   *
   * @param firstSeq sequence number of the first
   * @param records at least one
   */
  public record Accepted(long firstSeq, List<RequestRecord> records) {
    /** One past the last sequence number. */
    public long endSeq() {
      return firstSeq + records.size();
    }
  }

  /** Takes over what an earlier coordinator had stored of a spool; before any batch of it. */
  public void restore(SpoolId id, long endSeq, Map<Window, Merged> merged) {
    Spool spool = spools.computeIfAbsent(id, unused -> new Spool());
    spool.received = endSeq;
    spool.stored = endSeq;
    merged.forEach((window, sum) -> spool.merged.put(window, new MergedSum(sum)));
  }

  /**
   * Offers a batch.
   *
   * @return the records of it that are new; empty if it only repeats what is known, or if records
   *     before it are missing: then it is not taken and must be demanded again from {@link
   *     #received}
   */
  public Optional<Accepted> accept(SpoolId id, long firstSeq, List<RequestRecord> records) {
    Spool spool = spools.computeIfAbsent(id, unused -> new Spool());
    long known = spool.received - firstSeq;
    if (known < 0 || known >= records.size()) {
      return Optional.empty();
    }
    List<RequestRecord> fresh = List.copyOf(records.subList((int) known, records.size()));
    Accepted accepted = new Accepted(spool.received, fresh);
    spool.received = accepted.endSeq();
    spool.pending.addLast(accepted);
    return Optional.of(accepted);
  }

  /** All accepted records before {@code endSeq} are on the disk now; repeated or old: no effect. */
  public void stored(SpoolId id, long endSeq) {
    Spool spool = spools.get(id);
    if (spool == null) {
      return;
    }
    while (!spool.pending.isEmpty() && spool.pending.getFirst().endSeq() <= endSeq) {
      Accepted accepted = spool.pending.removeFirst();
      spool.stored = accepted.endSeq();
      count(accepted.records(), spool.merged);
    }
  }

  /** Quick where most records are of one window. */
  private static void count(List<RequestRecord> records, Map<Window, MergedSum> sums) {
    Window window = null;
    MergedSum sum = null;
    for (RequestRecord record : records) {
      if (sum == null || window == null || !window.holds(record.key())) {
        window = Window.of(record.key());
        sum = sums.computeIfAbsent(window, unused -> new MergedSum());
      }
      sum.add(record);
    }
  }

  /** One past the last record accepted: the next one to demand. */
  public long received(SpoolId id) {
    Spool spool = spools.get(id);
    return spool == null ? 0 : spool.received;
  }

  /** One past the last record that is on the disk: what may be acknowledged. */
  public long stored(SpoolId id) {
    Spool spool = spools.get(id);
    return spool == null ? 0 : spool.stored;
  }

  /** Whether anything accepted is not on the disk yet. */
  public boolean isStoring() {
    return spools.values().stream().anyMatch(spool -> !spool.pending.isEmpty());
  }

  /** What is merged of one spool and window. */
  public Merged merged(SpoolId id, Window window) {
    Spool spool = spools.get(id);
    MergedSum sum = spool == null ? null : spool.merged.get(window);
    return sum == null ? Merged.NONE : sum.merged();
  }

  /** All windows of which a spool brought records that are merged. */
  public Set<Window> windows(SpoolId id) {
    Spool spool = spools.get(id);
    return spool == null ? Set.of() : new HashSet<>(spool.merged.keySet());
  }

  /** All spools that brought anything, in order. */
  public List<SpoolId> spools() {
    List<SpoolId> ids = new ArrayList<>(spools.keySet());
    ids.sort(null);
    return ids;
  }
}
