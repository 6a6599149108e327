package io.tokenstorm.cluster.evidence;

import io.tokenstorm.cluster.evidence.Evidence.Merged;
import io.tokenstorm.cluster.evidence.Evidence.RequestName;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.RunEvent.Tally;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.replica.truth.TruthRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Conservation: what the replicas saw is merged or stated as lost, nothing is there twice, and each
 * stated balance is right: issued = merged + lost, merged = success + errors + cut. Holds of
 * everything that was settled or given up in good order; a run that nobody ended has no balance.
 */
final class Conservation {
  private final Evidence run;
  private final List<String> violations = new ArrayList<>();

  private Conservation(Evidence run) {
    this.run = run;
  }

  /** One sentence for each thing that does not hold. */
  static List<String> violations(Evidence run) {
    Conservation check = new Conservation(run);
    check.twice("seen by the replicas", run.truth().stream().map(TruthRecord::requestId).toList());
    check.twice("merged", run.records().stream().map(run::idOf).toList());
    check.unseen();
    check.balances();
    return check.violations;
  }

  private void twice(String what, List<String> ids) {
    Set<String> known = new HashSet<>();
    ids.stream()
        .filter(id -> !known.add(id))
        .forEach(id -> violations.add("%s was %s twice".formatted(id, what)));
  }

  /** A whole answer can only have come from a replica. */
  private void unseen() {
    Set<String> seen = run.truth().stream().map(TruthRecord::requestId).collect(Collectors.toSet());
    run.records().stream()
        .filter(merged -> merged.record().succeeded() && !seen.contains(run.idOf(merged)))
        .forEach(merged -> violations.add(run.idOf(merged) + " was merged and never seen"));
  }

  private void balances() {
    Map<Account, List<Tally>> stated = new TreeMap<>();
    run.talliesByEpoch()
        .forEach(
            (epoch, tallies) ->
                tallies.forEach(
                    tally ->
                        stated
                            .computeIfAbsent(
                                new Account(epoch, tally.worker(), tally.stage()),
                                account -> new ArrayList<>())
                            .add(tally)));
    Map<Account, Long> merged =
        run.records().stream()
            .collect(Collectors.groupingBy(Account::of, TreeMap::new, Collectors.counting()));
    Map<Account, Long> seen =
        run.truth().stream()
            .map(truth -> RequestName.of(truth.requestId()))
            .collect(
                Collectors.groupingBy(
                    name -> new Account(name.epoch(), run.ownerOf(name), name.loadStage()),
                    TreeMap::new,
                    Collectors.counting()));
    stated.forEach(
        (account, tallies) -> {
          if (tallies.size() == 1) {
            balance(account, tallies.get(0), of(account, merged), of(account, seen));
          } else {
            violations.add("%s is stated more than once: %s".formatted(account, tallies));
          }
        });
    if (!run.all(RunEvent.RunEnded.class).isEmpty()) {
      unstated("seen", seen, stated.keySet());
      unstated("merged", merged, stated.keySet());
    }
  }

  private void unstated(String what, Map<Account, Long> counts, Set<Account> stated) {
    counts.forEach(
        (account, count) -> {
          if (!stated.contains(account)) {
            violations.add("%s: %d were %s, and nothing is stated".formatted(account, count, what));
          }
        });
  }

  private void balance(Account account, Tally tally, long merged, long seen) {
    boolean whole =
        tally.merged() == merged && merged == tally.success() + tally.errors() + tally.cut();
    boolean exact =
        tally.issued() < 0
            || (tally.issued() == merged + tally.lostAtLeast()
                && Long.valueOf(tally.lostAtLeast()).equals(tally.lostAtMost())
                && seen <= tally.issued());
    if (!whole || !exact) {
      violations.add(
          "%s: %d seen, %d in the log, and stated is %s".formatted(account, seen, merged, tally));
    }
    notMerged(account, tally);
  }

  /** What a replica saw and the log does not have is within the loss that is stated. */
  private void notMerged(Account account, Tally tally) {
    Map<String, Merged> known =
        run.records().stream()
            .collect(Collectors.toMap(run::idOf, Function.identity(), (a, b) -> a));
    long missing =
        run.truth().stream()
            .filter(truth -> !known.containsKey(truth.requestId()))
            .map(truth -> RequestName.of(truth.requestId()))
            .filter(
                name ->
                    account.equals(new Account(name.epoch(), run.ownerOf(name), name.loadStage())))
            .count();
    Long most = tally.lostAtMost();
    if (most != null && missing > most) {
      violations.add(
          "%s: %d were seen and are not in the log, and at most %d are stated as lost"
              .formatted(account, missing, most));
    }
  }

  private static long of(Account account, Map<Account, Long> counts) {
    return counts.getOrDefault(account, 0L);
  }

  /** The requests of one worker in one stage of one arming. */
  private record Account(int epoch, String worker, LoadStage stage) implements Comparable<Account> {
    static Account of(Merged merged) {
      RequestRecord record = merged.record();
      return new Account(record.key().epoch(), merged.worker(), record.key().stage());
    }

    @Override
    public int compareTo(Account other) {
      return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
      return "the %s of epoch %d by '%s'".formatted(stage, epoch, worker);
    }
  }
}
