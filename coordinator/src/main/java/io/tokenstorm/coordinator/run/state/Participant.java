package io.tokenstorm.coordinator.run.state;

import io.tokenstorm.coordinator.fleet.FleetMember;
import io.tokenstorm.coordinator.ledger.SpoolId;
import io.tokenstorm.protocol.shard.SlotRange;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerHello;

/**
 * One worker's part in one epoch. Invariant: once lost it stays lost for the epoch, whatever is
 * heard of it later.
 */
public final class Participant {
  private final WorkerHello hello;
  private final int index;
  private final SlotRange slots;
  private final SpoolId spool;
  private long leaseEndNanos = Long.MIN_VALUE;
  private String lossReason = "";
  private long lostAtNanos = Long.MAX_VALUE;

  Participant(WorkerHello hello, int index, SlotRange slots, String run) {
    this.hello = hello;
    this.index = index;
    this.slots = slots;
    this.spool = new SpoolId(hello.worker(), hello.processKey(), hello.incarnation(), run);
  }

  public WorkerHello hello() {
    return hello;
  }

  public String worker() {
    return hello.worker();
  }

  public int index() {
    return index;
  }

  public SlotRange slots() {
    return slots;
  }

  public SpoolId spool() {
    return spool;
  }

  /** Whether this member is the same incarnation of the same process. */
  boolean is(FleetMember member) {
    return isProcess(member) && member.incarnation() == hello.incarnation();
  }

  /** Whether this member is the same process, perhaps in a later incarnation. */
  boolean isProcess(FleetMember member) {
    return member.hello().processKey().equals(hello.processKey());
  }

  /** A lease was given that lets it send until an instant of the coordinator's ticker. */
  void leased(long untilNanos) {
    leaseEndNanos = Math.max(leaseEndNanos, untilNanos);
  }

  /** Whether it was ever given leave to send in this epoch. */
  public boolean mayHaveSent() {
    return leaseEndNanos != Long.MIN_VALUE;
  }

  /** The end of the last lease that let it send, coordinator's ticker. */
  long leaseEndNanos() {
    return leaseEndNanos;
  }

  /** It is gone. Only the first reason counts. */
  public void lose(String reason, long nowNanos) {
    if (!isLost()) {
      lossReason = reason;
      lostAtNanos = nowNanos;
    }
  }

  public boolean isLost() {
    return !lossReason.isEmpty();
  }

  public String lossReason() {
    return lossReason;
  }

  public long lostAtNanos() {
    return lostAtNanos;
  }
}
