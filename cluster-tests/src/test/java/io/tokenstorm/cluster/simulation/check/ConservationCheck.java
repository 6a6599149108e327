package io.tokenstorm.cluster.simulation.check;

import io.tokenstorm.cluster.simulation.history.Holder;
import io.tokenstorm.cluster.simulation.history.RequestId;
import io.tokenstorm.cluster.simulation.history.Witness;
import io.tokenstorm.coordinator.ledger.SpoolId;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * For each worker and window: what was really issued is what is merged and what is stated as lost;
 * what a replica saw or a log holds was issued.
 */
final class ConservationCheck implements Witness {
  private final Violations violations;
  private final Map<Account, Books> accounts = new LinkedHashMap<>();
  private final Map<RequestId, String> owners = new HashMap<>();

  private record Account(String run, int epoch, String worker, LoadStage stage) {}

  /** The truth of one account, and what was stated. */
  private static final class Books {
    long issued;
    long seen;
    long merged;
    RunEvent.Tally tally;
  }

  ConservationCheck(Violations violations) {
    this.violations = violations;
  }

  @Override
  public void sends(Holder worker, RequestId request, long ticker) {
    owners.put(request, worker.worker());
    books(request, worker.worker()).issued++;
  }

  @Override
  public void arrives(RequestId request) {
    if (!owners.containsKey(request)) {
      violations.add(Invariant.CONSERVATION, "%s was seen and never issued".formatted(request));
      return;
    }
    books(request, owners.get(request)).seen++;
  }

  @Override
  public void stored(SpoolId spool, long seq, RequestRecord record) {
    RequestId request = new RequestId(spool.run(), record.key());
    if (!spool.worker().equals(owners.get(request))) {
      violations.add(Invariant.CONSERVATION, "%s was merged and never issued".formatted(request));
      return;
    }
    books(request, spool.worker()).merged++;
  }

  @Override
  public void noted(String run, RunEvent event) {
    if (event instanceof RunEvent.PhaseSettled settled) {
      state(run, settled.epoch(), settled.tallies());
    } else if (event instanceof RunEvent.ArmingGivenUp given) {
      state(run, given.epoch(), given.tallies());
    }
  }

  private void state(String run, int epoch, List<RunEvent.Tally> tallies) {
    for (RunEvent.Tally tally : tallies) {
      Account account = new Account(run, epoch, tally.worker(), tally.stage());
      accounts.computeIfAbsent(account, a -> new Books()).tally = tally;
    }
  }

  @Override
  public void ended(String run, EndReason reason) {
    if (reason.cause() != EndCause.STORAGE) {
      accounts.forEach(
          (account, books) -> {
            if (account.run().equals(run)) {
              check(account, books);
            }
          });
    }
  }

  private void check(Account account, Books books) {
    RunEvent.Tally tally = books.tally;
    if (tally == null) {
      if (books.issued != books.merged) {
        violations.add(
            Invariant.CONSERVATION,
            "%s issued %d, merged %d, and nothing is stated"
                .formatted(account, books.issued, books.merged));
      }
      return;
    }
    long lost = books.issued - books.merged;
    boolean bounded =
        tally.lostAtLeast() <= lost && (tally.lostAtMost() == null || lost <= tally.lostAtMost());
    boolean counted = tally.issued() < 0 || tally.issued() == books.issued;
    boolean merged =
        tally.merged() == books.merged
            && tally.merged() == tally.success() + tally.errors() + tally.cut();
    if (!bounded || !counted || !merged || books.seen > books.issued) {
      violations.add(
          Invariant.CONSERVATION,
          "%s issued %d, seen %d, merged %d; stated: %s"
              .formatted(account, books.issued, books.seen, books.merged, tally));
    }
  }

  private Books books(RequestId request, String worker) {
    Account account =
        new Account(request.run(), request.key().epoch(), worker, request.key().stage());
    return accounts.computeIfAbsent(account, a -> new Books());
  }
}
