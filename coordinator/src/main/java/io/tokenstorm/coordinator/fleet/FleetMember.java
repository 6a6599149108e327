package io.tokenstorm.coordinator.fleet;

import io.tokenstorm.coordinator.clock.ClockEstimate;
import io.tokenstorm.coordinator.clock.OffsetEstimator;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.ClockReply;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerHello;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One incarnation of a worker: what it said of itself, when it was heard, what is known of its
 * clock. Invariant: {@link #status} never goes back, whatever order statuses arrive in.
 */
public final class FleetMember {
  /** A later directive that it obeys. */
  private static final Comparator<WorkerStatus> DIRECTIVES =
      Comparator.comparingInt(WorkerStatus::epoch)
          .thenComparingLong(WorkerStatus::directiveSequence);

  /** Later in the worker's own order: epoch, directive, then what can only grow within it. */
  private static final Comparator<WorkerStatus> PROGRESS =
      DIRECTIVES
          .thenComparingLong(s -> s.warmup().issued() + s.measure().issued())
          .thenComparingLong(s -> s.warmup().recorded() + s.measure().recorded())
          .thenComparingLong(WorkerStatus::spooledSeq)
          .thenComparingInt(s -> s.warmup().slotsDone() + s.measure().slotsDone());

  private final OffsetEstimator clock = new OffsetEstimator();
  private WorkerHello hello;
  private @Nullable WorkerStatus status;
  private long heardAtNanos;
  private long answeredAtNanos;
  private long unheardNanos;
  private long excusedUntilNanos = Long.MIN_VALUE;
  private boolean reachable = true;
  private String departure = "";
  private long lastProbeNanos = Long.MIN_VALUE;
  private long probes;
  private long directives;

  FleetMember(WorkerHello hello, long nowNanos) {
    this.hello = hello;
    this.heardAtNanos = nowNanos;
    this.answeredAtNanos = nowNanos;
  }

  public WorkerHello hello() {
    return hello;
  }

  public String worker() {
    return hello.worker();
  }

  public int incarnation() {
    return hello.incarnation();
  }

  /** Its furthest status; null before the first. */
  public @Nullable WorkerStatus status() {
    return status;
  }

  /** When its last message came. */
  public long heardAtNanos() {
    return heardAtNanos;
  }

  /**
   * When it last answered a directive or a probe; its first offer counts. Only an answer shows that
   * it hears the coordinator, too.
   */
  public long answeredAtNanos() {
    return answeredAtNanos;
  }

  /** Its clock now; empty before the first answered probe. */
  public Optional<ClockEstimate> clock(long nowNanos) {
    return clock.estimate(nowNanos);
  }

  /** Whether enough is known of its clock to give it slots. */
  public boolean clockReady() {
    return clock.ready();
  }

  /** The number of the next directive to it. Rises with each call. */
  public long nextDirective() {
    return ++directives;
  }

  /** The number of the last directive to it; 0 before the first. */
  public long lastDirective() {
    return directives;
  }

  /**
   * Whether it obeys another coordinator's directive, which one of this epoch would not replace.
   */
  public boolean obeysForeign(int epoch) {
    return status != null
        && (status.epoch() > epoch
            || (status.epoch() == epoch && status.directiveSequence() > directives));
  }

  /** Why it is gone; empty while it is present. */
  String goneReason(long nowNanos, FleetTimings timings) {
    if (!departure.isEmpty()) {
      return departure;
    }
    if (!reachable && nowNanos >= excusedUntilNanos) {
      return "unreachable, says the cluster's failure detector";
    }
    long limit = timings.silence().toNanos();
    long unanswered = nowNanos - answeredAtNanos - unheardNanos;
    if (unanswered <= limit) {
      return "";
    }
    long silent = Math.min(nowNanos - heardAtNanos, unanswered);
    return silent > limit
        ? "not heard for " + silent / 1_000_000 + " ms"
        : "heard, but it has answered nothing for "
            + unanswered / 1_000_000
            + " ms: what is sent to it does not arrive";
  }

  /** The coordinator itself asked and heard nobody for so long: that is no silence of a worker. */
  void unheard(long nanos, long untilNanos) {
    unheardNanos += nanos;
    excusedUntilNanos = untilNanos;
  }

  private void answered(long nowNanos) {
    answeredAtNanos = nowNanos;
    unheardNanos = 0;
  }

  void heard(WorkerHello again, long nowNanos) {
    hello = again;
    heardAtNanos = nowNanos;
  }

  void heard(WorkerStatus next, long nowNanos) {
    heardAtNanos = nowNanos;
    if (status == null || DIRECTIVES.compare(next, status) > 0) {
      answered(nowNanos);
    }
    if (status == null || PROGRESS.compare(next, status) >= 0) {
      status = next;
    }
  }

  void heard(ClockReply reply, long nowNanos) {
    heardAtNanos = nowNanos;
    answered(nowNanos);
    clock.sample(reply.coordinatorNanos(), reply.workerNanos(), nowNanos);
  }

  boolean hasDeparted() {
    return !departure.isEmpty();
  }

  /** For good; the first reason stays. */
  void departed(String reason) {
    if (departure.isEmpty()) {
      departure = reason;
    }
  }

  void reachable(boolean nowReachable) {
    reachable = nowReachable;
  }

  /** Whether a probe is due; counts it as sent if so. The first probe has number 1. */
  long probeIfDue(long nowNanos, FleetTimings timings) {
    long every = (clock.ready() ? timings.probeEvery() : timings.firstProbesEvery()).toNanos();
    if (probes > 0 && nowNanos - lastProbeNanos < every) {
      return 0;
    }
    lastProbeNanos = nowNanos;
    return ++probes;
  }
}
