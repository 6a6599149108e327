package io.tokenstorm.coordinator.run.state;

import io.tokenstorm.coordinator.fleet.FleetMember;
import io.tokenstorm.coordinator.ledger.SpoolId;
import io.tokenstorm.coordinator.run.spec.RunInput;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The accounts of all workers in all epochs of the current phase, restarted ones included. Follows
 * lost workers: one may come back and hand in, its spool may be read on this machine, else it is
 * given up in time.
 */
public final class Accounts {
  private final RunContext run;
  private final List<HandIn> accounts = new ArrayList<>();
  private final Set<SpoolId> reading = new HashSet<>();
  private final Set<SpoolId> asked = new HashSet<>();
  private final Set<String> debtors = new HashSet<>();

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

  /** A new phase begins: all accounts of the last one are closed and done with. */
  void clear() {
    noteDebtors();
    accounts.clear();
    asked.clear();
    reading.clear();
  }

  private void noteDebtors() {
    accounts.stream().filter(a -> !a.isComplete()).forEach(a -> debtors.add(a.part().worker()));
  }

  /** Whether an account of this worker, now or in an earlier phase, was closed incomplete. */
  boolean owes(String worker) {
    noteDebtors();
    return debtors.contains(worker);
  }

  /** The accounts of one epoch. */
  public List<HandIn> of(Epoch epoch) {
    return accounts.stream().filter(a -> epoch.members().contains(a.part())).toList();
  }

  /** Whether nothing more is waited for. */
  public boolean allClosed() {
    return accounts.stream().allMatch(HandIn::isClosed);
  }

  /** Workers that are still waited for, comma-separated. */
  public String openNames() {
    return String.join(
        ", ",
        accounts.stream()
            .filter(a -> !a.isClosed())
            .map(a -> a.part().worker())
            .distinct()
            .toList());
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
    if (nowNanos >= quietAt && asked.add(part.spool())) {
      reading.add(part.spool());
      readFrom(part);
    }
    long since = Math.max(quietAt, account.progressAtNanos());
    boolean late = nowNanos >= since + run.timings().salvage().toNanos();
    boolean busy = reading.contains(part.spool()) && nowNanos < readDeadline(quietAt);
    if (late && !busy) {
      account.giveUp();
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

  private void readFrom(Participant part) {
    run.out(
        new RunOutput.ReadSpool(part.spool(), part.hello(), run.ledger().received(part.spool())));
  }

  /** A part of a lost worker's spool was read; its records were taken already. */
  void read(RunInput.SpoolRead input) {
    for (HandIn account : accounts) {
      if (account.part().spool().equals(input.spool())) {
        if (input.writerEnded()) {
          run.quarantine().writerEnded(account.part());
        }
        if (!input.more()) {
          account.read(input.issued(), run.ledger().received(input.spool()));
        }
      }
    }
    if (input.more()) {
      accounts.stream()
          .map(HandIn::part)
          .filter(p -> p.spool().equals(input.spool()))
          .findFirst()
          .ifPresent(this::readFrom);
    } else {
      reading.remove(input.spool());
    }
  }

  /** A lost worker's spool cannot be read. */
  void unreadable(RunInput.SpoolUnreadable input) {
    reading.remove(input.spool());
    for (HandIn account : accounts) {
      if (account.part().spool().equals(input.spool()) && input.writerEnded()) {
        run.quarantine().writerEnded(account.part());
      }
    }
  }
}
