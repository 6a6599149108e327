package io.tokenstorm.cluster.simulation.part;

import io.tokenstorm.coordinator.run.spec.RunInput;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.RecordBatch;
import io.tokenstorm.protocol.wire.Directive;
import io.tokenstorm.worker.follow.Follower;
import io.tokenstorm.worker.follow.PlanSource;
import io.tokenstorm.worker.follow.RunBooks;
import io.tokenstorm.worker.load.SendDecision;
import io.tokenstorm.worker.load.SendGate;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/** Parts with one rule each left out: a simulation that does not notice proves nothing. */
public final class BrokenParts {
  private BrokenParts() {}

  /** The lease is looked at when a directive comes, not at each send. */
  public static Parts leaseCheckedByDirective() {
    return new Parts() {
      @Override
      public SendGate gate(SendGate real, LongSupplier directedAtNanos) {
        return new SendGate() {
          @Override
          public SendDecision ask(int slot, long nowNanos) {
            SendDecision now = real.ask(slot, nowNanos);
            SendDecision then =
                now instanceof SendDecision.Idle
                    ? real.ask(slot, directedAtNanos.getAsLong())
                    : now;
            return then instanceof SendDecision.Send ? then : now;
          }

          @Override
          public boolean leaseHolds(long nowNanos) {
            return real.leaseHolds(directedAtNanos.getAsLong());
          }
        };
      }
    };
  }

  /** A directive of an old epoch is obeyed like a new one. */
  public static Parts epochNotChecked() {
    return new Parts() {
      @Override
      public Obedience obedience(String worker, int incarnation, RunBooks books, PlanSource plans) {
        return new ForgetfulObedience(() -> new Follower(worker, incarnation, books, plans));
      }
    };
  }

  /** A batch is taken although records before it are missing. */
  public static Parts gapsTaken() {
    return batchesTakenAs((batch, expected) -> batch.firstSeq() > expected);
  }

  /** A batch that repeats what is known is taken as new. */
  public static Parts repeatsTaken() {
    return batchesTakenAs((batch, expected) -> batch.firstSeq() < expected);
  }

  private interface Rule {
    boolean ignoredFor(RecordBatch batch, long expectedSeq);
  }

  private record Spool(String worker, String processKey, int incarnation, String run) {}

  private static Parts batchesTakenAs(Rule rule) {
    return new Parts() {
      @Override
      public UnaryOperator<RecordBatch> batches() {
        Map<Spool, Long> ends = new HashMap<>();
        return batch -> {
          Spool spool =
              new Spool(batch.worker(), batch.processKey(), batch.incarnation(), batch.run());
          long expected = ends.getOrDefault(spool, 0L);
          boolean ignored = rule.ignoredFor(batch, expected);
          long first = ignored ? expected : batch.firstSeq();
          RecordBatch taken =
              new RecordBatch(
                  batch.worker(),
                  batch.processKey(),
                  batch.incarnation(),
                  batch.run(),
                  first,
                  batch.records());
          if (first <= expected) {
            ends.put(spool, Math.max(expected, taken.endSeq()));
          }
          return taken;
        };
      }
    };
  }

  /** Every worker rounds its share up. */
  public static Parts sharesRoundedUp() {
    return new Parts() {
      @Override
      public Directive understood(Directive d) {
        int members = d.weights().size();
        int rounded = (d.concurrency() + members - 1) / members * members;
        return new Directive(
            d.sequence(),
            d.run(),
            d.epoch(),
            d.phase(),
            d.stage(),
            d.planHash(),
            rounded,
            d.weights(),
            d.index(),
            d.lengthFactor(),
            d.recipe(),
            d.refusesUsage(),
            d.warmup(),
            d.measure(),
            d.cutAtNanos(),
            d.leaseUntilNanos());
      }
    };
  }

  /** Every worker takes the slots of the next one. */
  public static Parts slotsOfTheNeighbour() {
    return new Parts() {
      @Override
      public Directive understood(Directive d) {
        return new Directive(
            d.sequence(),
            d.run(),
            d.epoch(),
            d.phase(),
            d.stage(),
            d.planHash(),
            d.concurrency(),
            d.weights(),
            Math.min(d.index() + 1, d.weights().size() - 1),
            d.lengthFactor(),
            d.recipe(),
            d.refusesUsage(),
            d.warmup(),
            d.measure(),
            d.cutAtNanos(),
            d.leaseUntilNanos());
      }
    };
  }

  /** Workers answer probes with a clock that is not the one they go by. */
  public static Parts clockToldWrong(Duration by) {
    return new Parts() {
      @Override
      public long told(long tickerNanos) {
        return tickerNanos + by.toNanos();
      }
    };
  }

  /** A request whose record could not be kept counts as never issued. */
  public static Parts lossesNotCounted() {
    return new Parts() {
      @Override
      public Obedience obedience(String worker, int incarnation, RunBooks books, PlanSource plans) {
        return new ForgivingObedience(
            Obedience.of(new Follower(worker, incarnation, books, plans)));
      }
    };
  }

  /** The user's cancel is lost. */
  public static Parts cancelIgnored() {
    return without(RunInput.Cancel.class);
  }

  /** The run is never told that its records are on the disk. */
  public static Parts storageSilent() {
    return without(RunInput.BatchStored.class);
  }

  private static Parts without(Class<? extends RunInput> kind) {
    return new Parts() {
      @Override
      public RunInput input(RunInput input) {
        return kind.isInstance(input) ? null : input;
      }
    };
  }
}
