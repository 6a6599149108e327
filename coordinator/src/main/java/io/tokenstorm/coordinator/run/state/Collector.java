package io.tokenstorm.coordinator.run.state;

import io.tokenstorm.coordinator.fleet.Fleet;
import io.tokenstorm.coordinator.fleet.FleetMember;
import io.tokenstorm.coordinator.ledger.BatchLedger;
import io.tokenstorm.coordinator.ledger.DemandPace;
import io.tokenstorm.coordinator.ledger.SpoolId;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.coordinator.run.spec.RunSpec;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.RecordBatch;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.HeldSpool;
import io.tokenstorm.protocol.wire.WorkerProtocol.PullRecords;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Demands records of every spool of a run, by their own pace: some batches at a time, the next ones
 * only when these are on the disk; how many, by how fast the last ones came ({@link DemandPace}). A
 * demand acknowledges what is before it; a lost demand or batch is demanded again.
 */
public final class Collector {
  /** Batches that may be under way from all workers together, at least one of each. */
  static final int OUTSTANDING_BATCHES = 256;

  /** What a record takes on the wire, about, and each of its gaps. */
  private static final int RECORD_BYTES = 60;

  private static final int GAP_BYTES = 4;

  private final RunSpec spec;
  private final Fleet fleet;
  private final BatchLedger ledger;
  private final Map<SpoolId, Demand> demands = new LinkedHashMap<>();

  /** What was last asked of one spool. */
  private static final class Demand {
    final DemandPace pace = new DemandPace();
    long askedEndSeq;
    long acknowledgedSeq;
  }

  Collector(RunSpec spec, Fleet fleet, BatchLedger ledger) {
    this.spec = spec;
    this.fleet = fleet;
    this.ledger = ledger;
  }

  /** From now on this spool is collected. */
  void add(SpoolId spool) {
    demands.putIfAbsent(spool, new Demand());
  }

  /** The spool a batch belongs to; empty if it is none of this run. */
  Optional<SpoolId> spoolOf(RecordBatch batch) {
    SpoolId named =
        new SpoolId(batch.worker(), batch.processKey(), batch.incarnation(), batch.run());
    return demands.containsKey(named) ? Optional.of(named) : Optional.empty();
  }

  /** A batch of a spool came, new or not. */
  void arrived(SpoolId spool, List<RequestRecord> records, long nowNanos) {
    Demand demand = demands.get(spool);
    if (demand != null) {
      long bytes = (long) RECORD_BYTES * records.size();
      for (RequestRecord record : records) {
        bytes += (long) GAP_BYTES * record.gaps().size();
      }
      demand.pace.arrived(bytes, nowNanos);
    }
  }

  /** One past the last record that a present worker says it has in a spool; −1: nobody says. */
  long offeredEnd(SpoolId spool) {
    Optional<FleetMember> member = fleet.find(spool.worker());
    if (member.isEmpty()) {
      return -1;
    }
    boolean writer =
        member.get().incarnation() == spool.incarnation()
            && member.get().hello().processKey().equals(spool.processKey());
    WorkerStatus status = member.get().status();
    if (writer) {
      return status != null && status.run().equals(spool.run()) ? status.spooledSeq() : -1;
    }
    return heldEnd(member.get(), spool);
  }

  private static long heldEnd(FleetMember member, SpoolId spool) {
    for (HeldSpool held : member.hello().held()) {
      if (spool.isThat(held)) {
        return held.endSeq();
      }
    }
    return -1;
  }

  /** Writes the demands that are due. */
  void step(long nowNanos, List<RunOutput> out) {
    demands.forEach((spool, demand) -> step(spool, demand, nowNanos, out));
  }

  private void step(SpoolId spool, Demand demand, long nowNanos, List<RunOutput> out) {
    long offered = offeredEnd(spool);
    long stored = ledger.stored(spool);
    boolean storing = ledger.received(spool) > stored;
    if (offered < 0 || storing) {
      return;
    }
    boolean served = demand.pace.isServed() || stored >= demand.askedEndSeq;
    if (offered > stored && (served || demand.pace.isOverdue(nowNanos))) {
      int most = Math.max(1, OUTSTANDING_BATCHES / demands.size());
      demand.askedEndSeq = offered;
      pull(spool, demand, stored, demand.pace.next(served, most, nowNanos), out);
    } else if (offered <= stored && demand.acknowledgedSeq < stored) {
      pull(spool, demand, stored, 0, out);
    }
  }

  private void pull(SpoolId spool, Demand demand, long from, int batches, List<RunOutput> out) {
    demand.acknowledgedSeq = from;
    out.add(
        new RunOutput.Send(
            spool.worker(),
            new PullRecords(spec.run(), spool.processKey(), spool.incarnation(), from, batches)));
  }
}
