package io.tokenstorm.coordinator.run.state;

import io.tokenstorm.coordinator.fleet.FleetMember;
import io.tokenstorm.coordinator.ledger.SpoolId;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.run.spec.RunInput;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The accounts of all workers in all epochs of the current phase, restarted ones included. Follows
 * lost workers: one may come back and hand in, its spool may be read on this machine, else it is
 * given up in time. What is handed in later still is merged; accounts of earlier phases that were
 * closed incomplete are kept for it.
 */
public final class Accounts {
  private final RunContext run;
  private final List<HandIn> accounts = new ArrayList<>();
  private final List<HandIn> incomplete = new ArrayList<>();
  private final Set<HandIn> reading = new HashSet<>();
  private final Set<HandIn> askedAtOnce = new HashSet<>();
  private final Set<HandIn> asked = new HashSet<>();
  private final Set<HandIn> inherited = new HashSet<>();

  Accounts(RunContext run) {
    this.run = run;
  }

  /** Opens an account for each member of an epoch. */
  void open(Epoch epoch) {
    for (Participant part : epoch.members()) {
      accounts.add(new HandIn(epoch, part, run.ledger()));
      run.collector().add(part.spool());
    }
  }

  /**
   * Opens the accounts of an arming of before. What was stated of one is kept, unless records come
   * after all.
   */
  void inherit(Epoch epoch, List<RunEvent.Tally> stated) {
    for (Participant part : epoch.members()) {
      HandIn account = new HandIn(epoch, part, run.ledger());
      run.collector().add(part.spool());
      if (stated.isEmpty()) {
        accounts.add(account);
        inherited.add(account);
      } else {
        account.restore(stated);
        incomplete.add(account);
      }
    }
  }

  /** Workers of before whose records are still waited for, comma-separated. */
  public String inheritedNames() {
    return names(inherited.stream().filter(a -> !a.isClosed()));
  }

  /** A new phase begins: all accounts of the last one are closed. */
  void clear() {
    for (Epoch epoch : epochs()) {
      List<HandIn> all = of(epoch);
      if (epoch.opened() && !all.stream().allMatch(HandIn::isComplete)) {
        incomplete.addAll(all);
      }
    }
    accounts.clear();
    inherited.clear();
    askedAtOnce.clear();
    asked.clear();
    reading.clear();
  }

  /** Whether an account of this worker, of this phase or an earlier one, is not complete. */
  boolean owes(String worker) {
    return Stream.concat(accounts.stream(), incomplete.stream())
        .anyMatch(a -> a.part().worker().equals(worker) && !a.isComplete());
  }

  /** Armings of earlier phases whose accounts were not all complete when they were closed. */
  public List<Epoch> incompleteEpochs() {
    return incomplete.stream().map(HandIn::epoch).distinct().toList();
  }

  /** The accounts of one epoch. */
  public List<HandIn> of(Epoch epoch) {
    return Stream.concat(accounts.stream(), incomplete.stream())
        .filter(a -> a.epoch() == epoch)
        .toList();
  }

  /** All armings of the current phase, in order. */
  public List<Epoch> epochs() {
    return accounts.stream().map(HandIn::epoch).distinct().toList();
  }

  /** Whether nothing more is waited for. */
  public boolean allClosed() {
    return accounts.stream().allMatch(HandIn::isClosed);
  }

  /** Workers that are still waited for, comma-separated. */
  public String openNames() {
    return names(accounts.stream().filter(a -> !a.isClosed()));
  }

  private static String names(Stream<HandIn> of) {
    return String.join(", ", of.map(a -> a.part().worker()).distinct().sorted().toList());
  }

  /**
   * No leave to send is given any more: who never had it in its epoch issued nothing, and need not
   * say so.
   */
  public void closeUnsent() {
    accounts.stream().filter(a -> !a.part().mayHaveSent()).forEach(HandIn::giveUp);
  }

  /** Nobody sends any more; who has not said by now how much it issued is given up as lost. */
  public void loseUncounted(long nowNanos) {
    for (HandIn account : accounts) {
      if (!account.isClosed() && !account.hasCount()) {
        run.lose(
            account.part(), account.epoch(), "did not say how many requests it issued", nowNanos);
      }
    }
  }

  /** Gives up all that is open. */
  public void giveUpAll() {
    accounts.forEach(HandIn::giveUp);
  }

  /** Looks at the fleet and at what is stored. */
  public void step(long nowNanos) {
    for (HandIn account : accounts) {
      if (!account.isClosed()) {
        look(account);
        account.step(nowNanos);
      }
      if (!account.isClosed()) {
        chase(account, nowNanos);
      }
    }
    incomplete.forEach(this::look);
  }

  private void look(HandIn account) {
    Optional<FleetMember> member = run.fleet().find(account.part().worker());
    if (member.isPresent()) {
      run.statusOf(account.epoch(), account.part()).ifPresent(account::status);
      account.lookBeyond(member.get());
    }
  }

  private void chase(HandIn account, long nowNanos) {
    Participant part = account.part();
    if (!part.isLost()) {
      loseIfGone(account, nowNanos);
      long silent = account.silentNanos(nowNanos);
      if (silent > run.timings().handInSilence().toNanos()) {
        run.lose(
            part,
            account.epoch(),
            "handed in no record for " + silent / 1_000_000_000 + " s",
            nowNanos);
      }
      return;
    }
    long quietAt = quietAt(part);
    boolean quiet = nowNanos >= quietAt;
    if (!reading.contains(account) && (quiet ? asked : askedAtOnce).add(account)) {
      reading.add(account);
      readFrom(part, !quiet);
    }
    if (inherited.contains(account)) {
      quietAt = Math.max(quietAt, run.collectUntilNanos());
    }
    boolean late = nowNanos >= salvagedUntil(account, quietAt);
    boolean busy = reading.contains(account) && nowNanos < readDeadline(quietAt);
    if (late && !busy) {
      account.giveUp();
    }
  }

  /**
   * Each record that comes is reason to wait for the next one. That a lost worker is back and says
   * what it holds is, too, but not for ever: it may not be able to hand anything in.
   */
  private long salvagedUntil(HandIn account, long quietAt) {
    long salvage = run.timings().salvage().toNanos();
    long counted = account.progressAtNanos() + salvage;
    long most = account.part().lostAtNanos() + run.timings().salvageOfReturned().toNanos();
    return Math.max(
        Math.max(quietAt, account.storedAtNanos()) + salvage,
        inherited.contains(account) ? counted : Math.min(counted, most));
  }

  /** The stages see who is gone of the current arming; nobody else looks at those of before. */
  private void loseIfGone(HandIn account, long nowNanos) {
    String gone = run.goneReason(account.part(), nowNanos);
    if (!gone.isEmpty() && account.epoch().number() < run.currentEpoch()) {
      run.lose(account.part(), account.epoch(), gone, nowNanos);
    }
  }

  /** When a lost worker must be quiet, by its own rules: its spool grows no more. */
  private long quietAt(Participant part) {
    long cut = run.timings().lapseCut().plus(run.timings().directiveEvery()).toNanos();
    return part.mayHaveSent()
        ? Math.max(part.lostAtNanos(), part.leaseEndNanos() + cut)
        : part.lostAtNanos();
  }

  private long readDeadline(long quietAt) {
    return quietAt + run.timings().handInSilence().toNanos();
  }

  /** A spool is read at once if its writer's process has ended, else when it must be quiet. */
  private void readFrom(Participant part, boolean onlyIfEnded) {
    run.out(
        new RunOutput.ReadSpool(
            part.spool(), part.hello(), run.ledger().received(part.spool()), onlyIfEnded));
  }

  /** A part of a lost worker's spool was read; its records were taken already. */
  void read(RunInput.SpoolRead input) {
    List<HandIn> readers = readersOf(input.spool());
    for (HandIn account : readers) {
      if (input.writerEnded()) {
        run.quarantine().writerEnded(account.part());
      }
      if (!input.more()) {
        account.read(input.issued(), run.ledger().received(input.spool()));
      }
    }
    if (input.more()) {
      readers.stream().map(HandIn::part).findFirst().ifPresent(part -> readFrom(part, false));
    } else {
      readers.forEach(reading::remove);
    }
  }

  /** A lost worker's spool cannot be read. */
  void unreadable(RunInput.SpoolUnreadable input) {
    for (HandIn account : readersOf(input.spool())) {
      reading.remove(account);
      if (input.writerEnded()) {
        run.quarantine().writerEnded(account.part());
      }
    }
  }

  /**
   * Accounts that a spool is read for. Not all of that spool: its writer may live and serve in a
   * later epoch, for which what was read is not final.
   */
  private List<HandIn> readersOf(SpoolId spool) {
    return accounts.stream()
        .filter(a -> a.part().spool().equals(spool) && reading.contains(a))
        .toList();
  }
}
