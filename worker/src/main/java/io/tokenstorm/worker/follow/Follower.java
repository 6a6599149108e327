package io.tokenstorm.worker.follow;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.Directive;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.protocol.wire.LoadCount;
import io.tokenstorm.protocol.wire.Stage;
import io.tokenstorm.worker.lease.Gate;
import io.tokenstorm.worker.lease.GateTerms;
import io.tokenstorm.worker.load.EngineStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Obeys the directives of one incarnation of a worker. The newest directive by (epoch, sequence)
 * counts, a repeated one changes nothing, an outdated one is ignored and counted. A new epoch
 * closes the gate of the old one for good, before anything else happens. Not thread-safe; the gates
 * it hands out are.
 */
public final class Follower {
  /** This long past its lease a worker ends what still runs. */
  public static final Duration CUT_AFTER_LEASE = Duration.ofSeconds(5);

  private final String worker;
  private final int incarnation;
  private final RunBooks books;
  private final PlanSource plans;
  private @Nullable Directive obeyed;
  private @Nullable Assignment assignment;
  private @Nullable Gate gate;
  private final List<PhaseBook> unfinished = new ArrayList<>();
  private @Nullable PhaseBook book;
  private @Nullable PhaseBook lastBook;
  private String problem = "";
  private String leaving = "";
  private long ignored;
  private long leaseCutNanos = Long.MIN_VALUE;
  private long cutDoneNanos = Long.MAX_VALUE;
  private boolean engineHolds;

  public Follower(String worker, int incarnation, RunBooks books, PlanSource plans) {
    this.worker = worker;
    this.incarnation = incarnation;
    this.books = books;
    this.plans = plans;
  }

  /** Obeys a directive, or ignores it. */
  public List<FollowerAction> onDirective(Directive directive) {
    Directive last = obeyed;
    if (last != null && isOutdated(directive, last)) {
      ignored++;
      return List.of();
    }
    if (last != null
        && directive.epoch() == last.epoch()
        && directive.sequence() == last.sequence()) {
      return List.of();
    }
    if (assignment == null || !assignment.isSamePhase(directive)) {
      begin(directive);
    } else if (needsEngine(directive.stage()) && !assignment.equals(Assignment.of(directive))) {
      ignored++;
      problem = "the coordinator changed the slots inside epoch " + directive.epoch();
      return List.of();
    }
    obeyed = directive;
    return follow(directive);
  }

  /** A plan arrived: what waits for one goes on if it is the one. */
  public List<FollowerAction> onPlan() {
    return obeyed == null ? List.of() : follow(obeyed);
  }

  /**
   * Looks at the clock: a lease long lapsed, or an ordered cut, ends what runs; once each. After a
   * run the engine rests.
   */
  public List<FollowerAction> onTick(long nowNanos) {
    Directive last = obeyed;
    if (last == null || gate == null) {
      return rest();
    }
    List<FollowerAction> actions = new ArrayList<>();
    long lease = last.leaseUntilNanos();
    if (lease != leaseCutNanos && nowNanos - lease >= CUT_AFTER_LEASE.toNanos()) {
      leaseCutNanos = lease;
      actions.add(new FollowerAction.CutInFlight("the lease lapsed long ago"));
    }
    if (last.cutAtNanos() != cutDoneNanos && nowNanos >= last.cutAtNanos()) {
      cutDoneNanos = last.cutAtNanos();
      actions.add(new FollowerAction.CutInFlight("the coordinator ended the phase"));
    }
    return actions;
  }

  private List<FollowerAction> rest() {
    if (!engineHolds || hasRun() || unaccounted() > 0) {
      return List.of();
    }
    engineHolds = false;
    return List.of(new FollowerAction.Rest());
  }

  private boolean hasRun() {
    return obeyed != null && !obeyed.run().isEmpty();
  }

  /** Nothing is on, and nothing is left of what was: there is little to look at. */
  public boolean isAtRest() {
    return !engineHolds && !hasRun();
  }

  /** The phase cannot be prepared, or not go on, for a reason outside of the follower. */
  public void onProblem(String reason) {
    problem = reason;
  }

  /** Sends nothing any more, whatever is directed. */
  public List<FollowerAction> leave(String reason) {
    leaving = reason;
    if (gate != null) {
      gate.close();
    }
    return List.of(new FollowerAction.GateChanged());
  }

  /** The gate of the phase, if one is prepared. */
  public @Nullable Gate gate() {
    return gate;
  }

  /** What is this worker's in the current epoch, if it is armed. */
  public @Nullable Assignment assignment() {
    return gate == null ? null : assignment;
  }

  /** Where this worker stands. */
  public WorkerStatus status(long nowNanos, EngineStatus engine, HealthSample health) {
    Directive last = obeyed;
    String run = last == null ? "" : last.run();
    boolean idle = assignment != null && assignment.slots().count() == 0;
    return new WorkerStatus(
        worker,
        incarnation,
        last == null ? 0 : last.sequence(),
        run,
        last == null ? 0 : last.epoch(),
        last == null ? 0 : last.phase(),
        last == null ? Stage.IDLE : last.stage(),
        last != null && plans.holds(run, last.planHash()),
        gate != null && problem.isEmpty() && (idle || engine.prepared()),
        problems(engine),
        Math.max(engine.inFlight(), unaccounted()),
        countOf(LoadStage.WARMUP, nowNanos),
        countOf(LoadStage.MEASURE, nowNanos),
        run.isEmpty() ? 0 : books.spooledSeq(run),
        ignored,
        health);
  }

  /** Older by epoch or sequence, or another run inside the same epoch: a stray of the network. */
  private static boolean isOutdated(Directive directive, Directive last) {
    if (directive.epoch() != last.epoch()) {
      return directive.epoch() < last.epoch();
    }
    boolean otherRun =
        !directive.run().equals(last.run()) && !directive.run().isEmpty() && !last.run().isEmpty();
    return otherRun || directive.sequence() < last.sequence();
  }

  private void begin(Directive directive) {
    if (gate != null) {
      gate.close();
    }
    if (book != null) {
      unfinished.add(book);
      lastBook = book;
    }
    gate = null;
    book = null;
    problem = "";
    cutDoneNanos = Long.MAX_VALUE;
    leaseCutNanos = Long.MIN_VALUE;
    assignment = Assignment.of(directive);
  }

  private List<FollowerAction> follow(Directive directive) {
    List<FollowerAction> actions = new ArrayList<>();
    if (gate == null && assignment != null && needsEngine(directive.stage())) {
      arm(assignment, actions);
    }
    if (gate != null && leaving.isEmpty()) {
      gate.set(GateTerms.of(directive));
      actions.add(new FollowerAction.GateChanged());
    }
    return actions;
  }

  private void arm(Assignment part, List<FollowerAction> actions) {
    if (!plans.holds(part.run(), part.planHash())) {
      actions.add(new FollowerAction.NeedPlan(part.run(), part.planHash()));
      return;
    }
    try {
      PhaseBook opened = books.open(part.run(), part.epoch(), part.phase());
      book = opened;
      gate =
          new Gate(
              part.slots(),
              part.concurrency(),
              opened.issued(LoadStage.WARMUP),
              opened.issued(LoadStage.MEASURE));
      problem = "";
      if (part.slots().count() > 0) {
        engineHolds = true;
        actions.add(new FollowerAction.Prepare(part, gate));
      }
    } catch (IOException | RuntimeException e) {
      problem = "cannot keep records: " + e.getMessage();
    }
  }

  private static boolean needsEngine(Stage stage) {
    return switch (stage) {
      case ARMED, WARMUP, MEASURE -> true;
      case IDLE, DRAIN, SETTLED -> false;
    };
  }

  /**
   * Requests of earlier epochs that have no record yet, and are not known to have lost it: who says
   * that nothing is in flight has all of them in its spool.
   */
  private int unaccounted() {
    unfinished.removeIf(old -> unaccounted(old) == 0);
    return (int) unfinished.stream().mapToLong(Follower::unaccounted).sum();
  }

  private static long unaccounted(PhaseBook of) {
    long open = 0;
    for (LoadStage stage : LoadStage.values()) {
      open += of.issued(stage).value() - of.recorded(stage) - of.lost(stage);
    }
    return open;
  }

  private LoadCount countOf(LoadStage stage, long nowNanos) {
    return gate == null || book == null
        ? LoadCount.NONE
        : new LoadCount(
            gate.issued(stage),
            book.recorded(stage),
            book.lost(stage),
            gate.slotsDone(stage, nowNanos));
  }

  private String problems(EngineStatus engine) {
    List<String> all = new ArrayList<>(List.of(leaving, problem));
    if (gate != null) {
      all.add(engine.problem());
    }
    // between two phases too: what was lost of the last one is known only now, perhaps
    PhaseBook latest = book == null ? lastBook : book;
    if (latest != null) {
      all.add(latest.problem());
    }
    all.removeIf(String::isEmpty);
    return String.join("; ", all);
  }
}
