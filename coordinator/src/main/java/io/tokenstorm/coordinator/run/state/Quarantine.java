package io.tokenstorm.coordinator.run.state;

import io.tokenstorm.coordinator.fleet.Fleet;
import io.tokenstorm.coordinator.fleet.FleetMember;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lost workers whose requests may still run. While one is in here nobody else may be given leave to
 * send, so that the replicas never see more than the asked concurrency. A worker leaves it once it
 * reported nothing in flight, its process is known to have ended (its connections are closed then),
 * or the end of its last lease and the requests' own timeout have passed.
 */
public final class Quarantine {
  private final Fleet fleet;
  private final List<Entry> entries = new ArrayList<>();
  private final long inheritedUntilNanos;

  private record Entry(Participant part, int epoch, long clearAtNanos, long giveUpAtNanos) {}

  /**
   * @param inheritedUntilNanos until then workers of an earlier coordinator, which this one may not
   *     know, may have requests that run
   */
  Quarantine(Fleet fleet, long inheritedUntilNanos) {
    this.fleet = fleet;
    this.inheritedUntilNanos = inheritedUntilNanos;
  }

  /**
   * A worker was lost. One that was never given leave to send, or has no slot, cannot have anything
   * in flight.
   *
   * @param totalTimeoutNanos the longest that one request may run
   * @param maxWaitNanos how long it may be waited for
   */
  void add(Participant part, int epoch, long totalTimeoutNanos, long maxWaitNanos) {
    if (part.mayHaveSent() && part.slots().count() > 0) {
      entries.add(
          new Entry(
              part,
              epoch,
              part.leaseEndNanos() + totalTimeoutNanos,
              part.lostAtNanos() + maxWaitNanos));
    }
  }

  /** The process of a lost worker has ended. */
  void writerEnded(Participant part) {
    entries.removeIf(e -> e.part().spool().equals(part.spool()));
  }

  /** Whether nothing of a lost worker can run any more. */
  public boolean isClear(long nowNanos) {
    entries.removeIf(e -> nowNanos >= e.clearAtNanos() || reportedRest(e));
    return entries.isEmpty() && nowNanos >= inheritedUntilNanos;
  }

  /** Workers that were waited for as long as the plan allows, comma-separated; empty: none. */
  public String overdue(long nowNanos) {
    return names(entries.stream().filter(e -> nowNanos >= e.giveUpAtNanos()).toList());
  }

  /** For how long requests of those in here may still run. */
  public Duration rest(long nowNanos) {
    long until = entries.stream().mapToLong(Entry::clearAtNanos).max().orElse(nowNanos);
    return Duration.ofNanos(Math.max(0, until - nowNanos));
  }

  /** Whose requests may still run. */
  public String names(long nowNanos) {
    String names = names(entries);
    boolean inherited = nowNanos < inheritedUntilNanos;
    return names.isEmpty() && inherited
        ? "workers of an earlier coordinator, for another %.1f s"
            .formatted((inheritedUntilNanos - nowNanos) / 1e9)
        : "lost worker " + names;
  }

  private static String names(List<Entry> of) {
    return String.join(", ", of.stream().map(e -> e.part().worker()).distinct().toList());
  }

  private boolean reportedRest(Entry entry) {
    Optional<FleetMember> member = fleet.find(entry.part().worker());
    if (member.isEmpty() || !entry.part().isProcess(member.get())) {
      return false;
    }
    WorkerStatus status = member.get().status();
    if (status == null || status.inFlight() > 0) {
      return false;
    }
    boolean mayNotSend = status.stage() != Stage.WARMUP && status.stage() != Stage.MEASURE;
    boolean later = !entry.part().is(member.get()) || status.epoch() >= entry.epoch();
    return later && mayNotSend;
  }
}
