package io.tokenstorm.coordinator.run.state;

import io.tokenstorm.coordinator.fleet.FleetMember;
import io.tokenstorm.coordinator.ledger.BatchLedger;
import io.tokenstorm.coordinator.ledger.Loss;
import io.tokenstorm.coordinator.ledger.Merged;
import io.tokenstorm.coordinator.ledger.Window;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.spool.IssuedCount;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.LoadCount;
import io.tokenstorm.protocol.wire.Stage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The account of one worker in one epoch: how many requests it issued, by its own count, and how
 * many of their records are in the log. Closed when the count is final and all its records are
 * there, or when nothing more can be had; what is missing then is lost, and stated.
 */
public final class HandIn {
  private final Epoch epoch;
  private final Participant part;
  private final BatchLedger ledger;
  private @Nullable WorkerStatus lastSeen;
  private @Nullable FinalCount count;
  private boolean wasCounted;
  private boolean closed;
  private long progressSeq = -1;
  private long progressAtNanos;
  private long storedAtNanos;
  private long backlog;
  private long backlogSinceNanos;

  /** As many as are merged, by a worker that is at rest and has handed in all it has. */
  private static final long AS_MERGED = -1;

  /** It lost records and went on before it could say how many. */
  private static final long UNKNOWN = -2;

  /**
   * A count that will not change.
   *
   * @param warmup requests issued, or {@link #AS_MERGED}, or {@link #UNKNOWN}
   * @param measure likewise
   * @param endSeq one past the last record in the spool
   */
  private record FinalCount(long warmup, long measure, long endSeq) {
    long of(LoadStage stage) {
      return stage == LoadStage.WARMUP ? warmup : measure;
    }
  }

  HandIn(Epoch epoch, Participant part, BatchLedger ledger) {
    this.epoch = epoch;
    this.part = part;
    this.ledger = ledger;
  }

  Epoch epoch() {
    return epoch;
  }

  public Participant part() {
    return part;
  }

  /** Takes over what was stated of it by an earlier coordinator; it is closed. */
  void restore(List<RunEvent.Tally> stated) {
    closed = true;
    count = new FinalCount(stated(stated, LoadStage.WARMUP), stated(stated, LoadStage.MEASURE), 0);
  }

  private long stated(List<RunEvent.Tally> tallies, LoadStage stage) {
    return tallies.stream()
        .filter(t -> t.worker().equals(part.worker()) && t.stage() == stage)
        .mapToLong(t -> t.issued() < 0 ? UNKNOWN : t.issued())
        .findFirst()
        .orElse(0);
  }

  /** Whether nothing more is waited for. */
  public boolean isClosed() {
    return closed;
  }

  /** Takes a status of this worker in this epoch. */
  void status(WorkerStatus status) {
    lastSeen = status;
    boolean mayNotSend = status.stage() == Stage.DRAIN || status.stage() == Stage.SETTLED;
    if (count == null && mayNotSend && atRest(status)) {
      count =
          new FinalCount(status.warmup().issued(), status.measure().issued(), status.spooledSeq());
    }
  }

  /**
   * Whether nothing is in flight and every request it counted has its record in the spool, or is
   * known to have lost it: what a full disk took will never be recorded.
   */
  public static boolean atRest(WorkerStatus status) {
    return status.inFlight() == 0
        && status.warmup().isAccounted()
        && status.measure().isAccounted();
  }

  /** The process lives on beyond the epoch and is at rest: no record of it will follow. */
  private void rested(WorkerStatus later) {
    if (count == null && later.run().equals(part.spool().run())) {
      // what it lost of its records it could only say in the epoch itself
      long issued = later.problem().isEmpty() ? AS_MERGED : UNKNOWN;
      count = new FinalCount(issued, issued, later.spooledSeq());
    }
  }

  /** The spool itself was read to its end. */
  void read(Map<Window, Long> issued, long endSeq) {
    if (count == null) {
      count =
          new FinalCount(
              issued.getOrDefault(window(LoadStage.WARMUP), 0L),
              issued.getOrDefault(window(LoadStage.MEASURE), 0L),
              endSeq);
    }
  }

  /** Closes the account if all is there. */
  void step(long nowNanos) {
    long stored = ledger.stored(part.spool());
    FinalCount known = count;
    boolean counted = known != null && !wasCounted;
    wasCounted = known != null;
    if (known != null && counted) {
      backlog = known.endSeq() - stored;
      backlogSinceNanos = nowNanos;
    }
    if (stored != progressSeq) {
      storedAtNanos = nowNanos;
    }
    if (stored != progressSeq || counted) {
      progressSeq = stored;
      progressAtNanos = nowNanos;
    }
    closed = closed || (count != null && stored >= count.endSeq());
  }

  /** How long nothing was handed in although the count is final; 0 if it is not. */
  long silentNanos(long nowNanos) {
    return count == null ? 0 : nowNanos - progressAtNanos;
  }

  /** When the last record was stored, or the count became final. */
  long progressAtNanos() {
    return progressAtNanos;
  }

  /** When the last record was stored, or the account was opened. */
  long storedAtNanos() {
    return storedAtNanos;
  }

  /** Records that were still to be handed in when the count became final. */
  public long backlog() {
    return backlog;
  }

  /** How long handing them in took. */
  public long backlogNanos() {
    return Math.max(0, progressAtNanos - backlogSinceNanos);
  }

  /** Nothing more is waited for. */
  void giveUp() {
    closed = true;
  }

  /** Whether the account is final and every request of it has its record. */
  boolean isComplete() {
    return closed && lossOf(LoadStage.WARMUP).none() && lossOf(LoadStage.MEASURE).none();
  }

  /** What is lost of a window. */
  public Loss lossOf(LoadStage stage) {
    long merged = merged(stage).total();
    if (!part.mayHaveSent()) {
      return Loss.NONE;
    }
    return isCounted(stage)
        ? Loss.exact(issued(stage), merged)
        : Loss.unreadable(lastIssued(stage), merged);
  }

  /** The conservation of a window, as the run's events tell it. */
  public RunEvent.Tally tally(LoadStage stage) {
    Merged merged = merged(stage);
    Loss loss = lossOf(stage);
    return new RunEvent.Tally(
        part.worker(),
        stage,
        part.mayHaveSent() && !isCounted(stage) ? -1 : issued(stage),
        merged.total(),
        merged.success(),
        merged.errors(),
        merged.cut(),
        loss.atLeast(),
        loss.atMost());
  }

  /** Whether a window was opened at all: else nothing can have been sent in it. */
  public boolean wasOpened(LoadStage stage) {
    return epoch.window(stage) != null;
  }

  /** What is merged of a window. */
  public Merged merged(LoadStage stage) {
    return ledger.merged(part.spool(), window(stage));
  }

  /** Whether it said all that it will ever say of its counts. */
  boolean hasCount() {
    return count != null;
  }

  private boolean isCounted(LoadStage stage) {
    long issued = count == null ? UNKNOWN : count.of(stage);
    boolean handedIn = count != null && ledger.stored(part.spool()) >= count.endSeq();
    return issued >= 0 || (issued == AS_MERGED && handedIn);
  }

  private long issued(LoadStage stage) {
    long counted = count == null ? -1 : count.of(stage);
    return counted >= 0 ? counted : Math.max(merged(stage).total(), lastIssued(stage));
  }

  private long lastIssued(LoadStage stage) {
    WorkerStatus last = lastSeen;
    if (last == null) {
      return 0;
    }
    LoadCount of = stage == LoadStage.WARMUP ? last.warmup() : last.measure();
    return of.issued();
  }

  private Window window(LoadStage stage) {
    return new Window(epoch.number(), epoch.phase(), stage);
  }

  /** Looks for the final count in what a later incarnation says, or this one in a later epoch. */
  void lookBeyond(FleetMember member) {
    WorkerStatus status = member.status();
    if (!part.is(member)) {
      member.hello().held().stream()
          .filter(part.spool()::isThat)
          .findFirst()
          .ifPresent(held -> read(byWindow(held.issued()), held.endSeq()));
    } else if (status != null && status.epoch() > epoch.number() && status.inFlight() == 0) {
      rested(status);
    }
  }

  /** Counts as a spool's header keeps them, by window. */
  public static Map<Window, Long> byWindow(List<IssuedCount> counts) {
    Map<Window, Long> map = new HashMap<>();
    counts.forEach(c -> map.put(new Window(c.epoch(), c.phase(), c.stage()), c.issued()));
    return map;
  }

  /** The status of this worker in this epoch, if that is its newest. */
  static Optional<WorkerStatus> statusOf(Epoch epoch, Participant part, FleetMember member) {
    WorkerStatus status = member.status();
    boolean fits =
        status != null
            && part.is(member)
            && status.run().equals(part.spool().run())
            && status.epoch() == epoch.number()
            && status.phase() == epoch.phase();
    return fits ? Optional.ofNullable(status) : Optional.empty();
  }
}
