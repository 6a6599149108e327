package io.tokenstorm.coordinator.fleet;

import io.tokenstorm.protocol.wire.CoordinatorProtocol.ClockReply;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerHello;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerLeaving;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.WireTypes;
import io.tokenstorm.protocol.wire.WorkerProtocol.ClockProbe;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All workers that ever offered themselves, by id, each in its newest incarnation. Presence is a
 * level, not an event: whoever asks, at whatever time, gets the same answer from the same facts.
 */
public final class Fleet {
  /** A member heard within this time surely lives; its id is taken. */
  private static final Duration SURELY_ALIVE = Duration.ofMillis(1500);

  private final String version;
  private final FleetTimings timings;
  private final Map<String, FleetMember> members = new TreeMap<>();

  /**
   * @param version of this software; workers of another are refused
   */
  public Fleet(String version, FleetTimings timings) {
    this.version = version;
    this.timings = timings;
  }

  /** A worker offers itself, perhaps not for the first time. */
  public Admission hello(WorkerHello hello, long nowNanos) {
    String misfit = misfit(hello);
    if (!misfit.isEmpty()) {
      return new Admission.Refused(misfit);
    }
    FleetMember known = members.get(hello.worker());
    if (known == null) {
      return admit(hello, nowNanos);
    }
    boolean sameProcess = known.hello().processKey().equals(hello.processKey());
    return sameProcess ? again(known, hello, nowNanos) : rival(known, hello, nowNanos);
  }

  private Admission admit(WorkerHello hello, long nowNanos) {
    members.put(hello.worker(), new FleetMember(hello, nowNanos));
    return new Admission.Welcomed(true);
  }

  private Admission again(FleetMember known, WorkerHello hello, long nowNanos) {
    if (hello.incarnation() > known.incarnation()) {
      return admit(hello, nowNanos);
    }
    if (hello.incarnation() < known.incarnation()) {
      return new Admission.Undecided();
    }
    known.heard(hello, nowNanos);
    return new Admission.Welcomed(false);
  }

  private Admission rival(FleetMember known, WorkerHello hello, long nowNanos) {
    if (!known.goneReason(nowNanos, timings).isEmpty()) {
      return admit(hello, nowNanos);
    }
    if (nowNanos - known.heardAtNanos() > SURELY_ALIVE.toNanos()) {
      return new Admission.Undecided();
    }
    return new Admission.Refused(
        "another process serves as worker '%s' (pid %d on %s): start this one with another id"
            .formatted(hello.worker(), known.hello().pid(), known.hello().host()));
  }

  private String misfit(WorkerHello hello) {
    if (hello.wireVersion() != WireTypes.VERSION) {
      return "worker '%s' speaks wire version %d, the coordinator %d: install the same release on both"
          .formatted(hello.worker(), hello.wireVersion(), WireTypes.VERSION);
    }
    if (!hello.version().equals(version)) {
      return "worker '%s' is version %s, the coordinator %s: install the same release on both"
          .formatted(hello.worker(), hello.version(), version);
    }
    if (hello.worker().isEmpty() || hello.weight() < 1) {
      return "worker '%s' offers weight %d: an id and a weight of at least 1 are needed"
          .formatted(hello.worker(), hello.weight());
    }
    return "";
  }

  /** A status came; ignored unless from the newest incarnation. */
  public void status(WorkerStatus status, long nowNanos) {
    find(status.worker(), status.incarnation()).ifPresent(m -> m.heard(status, nowNanos));
  }

  /** A probe was answered; ignored unless from the newest incarnation. */
  public void clockReply(ClockReply reply, long nowNanos) {
    find(reply.worker(), reply.incarnation()).ifPresent(m -> m.heard(reply, nowNanos));
  }

  /** A worker ends by its own will. */
  public void leaving(WorkerLeaving leaving) {
    find(leaving.worker(), leaving.incarnation())
        .ifPresent(m -> m.departed("left: " + leaving.reason()));
  }

  /** The cluster's failure detector spoke. */
  public void reachable(String worker, int incarnation, boolean reachable) {
    find(worker, incarnation).ifPresent(m -> m.reachable(reachable));
  }

  /** The cluster removed the worker's node: this incarnation never comes back. */
  public void removed(String worker, int incarnation) {
    find(worker, incarnation).ifPresent(m -> m.departed("removed from the cluster"));
  }

  /**
   * The coordinator stood still: nobody could be heard meanwhile, and who does not answer has its
   * time to do so again; nor does the failure detector of the same process know better. Leases know
   * nothing of it.
   *
   * @param time until now
   */
  public void stoodStill(Duration time, long nowNanos) {
    long excusedUntil = nowNanos + timings.silence().toNanos();
    members.values().forEach(m -> m.unheard(time.toNanos(), excusedUntil));
  }

  /** The newest incarnation of a worker. */
  public Optional<FleetMember> find(String worker) {
    return Optional.ofNullable(members.get(worker));
  }

  /** This incarnation of a process, if it is the newest of its worker. */
  public Optional<FleetMember> find(String worker, String processKey, int incarnation) {
    return find(worker, incarnation).filter(m -> m.hello().processKey().equals(processKey));
  }

  /** This incarnation of a worker, if it is the newest. */
  public Optional<FleetMember> find(String worker, int incarnation) {
    return find(worker).filter(m -> m.incarnation() == incarnation);
  }

  /** Everyone, by id. */
  public List<FleetMember> all() {
    return List.copyOf(members.values());
  }

  /** Those worth writing to, by id: all that did not leave for good. */
  public List<FleetMember> addressable() {
    return members.values().stream().filter(m -> !m.hasDeparted()).toList();
  }

  /** Those that are present, by id. */
  public List<FleetMember> present(long nowNanos) {
    return members.values().stream()
        .filter(m -> m.goneReason(nowNanos, timings).isEmpty())
        .toList();
  }

  /** Those that may be given slots, by id: present, and their clock is known. */
  public List<FleetMember> usable(long nowNanos) {
    return present(nowNanos).stream().filter(FleetMember::clockReady).toList();
  }

  /** Why this incarnation of a process is gone; empty while it is present. */
  public String goneReason(String worker, String processKey, int incarnation, long nowNanos) {
    @Nullable FleetMember newest = members.get(worker);
    if (newest == null) {
      return "never seen";
    }
    if (!newest.hello().processKey().equals(processKey)) {
      return "another process took its place (pid " + newest.hello().pid() + ")";
    }
    if (newest.incarnation() != incarnation) {
      return "started anew as incarnation " + newest.incarnation();
    }
    return newest.goneReason(nowNanos, timings);
  }

  /** The highest epoch that any member's status mentions; 0 if none does. */
  public int highestEpoch() {
    return members.values().stream()
        .map(FleetMember::status)
        .mapToInt(status -> status == null ? 0 : status.epoch())
        .max()
        .orElse(0);
  }

  /** The clock probes that are due now, by worker; each counts as sent. */
  public Map<String, ClockProbe> probesDue(long nowNanos) {
    Map<String, ClockProbe> due = new LinkedHashMap<>();
    for (FleetMember member : addressable()) {
      long number = member.probeIfDue(nowNanos, timings);
      if (number > 0) {
        due.put(member.worker(), new ClockProbe(number, nowNanos));
      }
    }
    return due;
  }
}
