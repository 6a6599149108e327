package io.tokenstorm.coordinator.resume;

import io.tokenstorm.coordinator.ledger.Merged;
import io.tokenstorm.coordinator.ledger.SpoolId;
import io.tokenstorm.coordinator.ledger.Window;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.run.spec.Legacy;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.protocol.plan.OnWorkerLoss;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Puts together what an earlier coordinator of a run left, from the facts that it noted and the
 * records that it kept, both in their order. A phase is settled only if that was noted. Whose spool
 * a record is from follows from its epoch: membership is frozen within one.
 */
public final class LegacyReader {
  private final String run;
  private final Plan plan;
  private final Map<String, RunEvent.WorkerJoined> joined = new HashMap<>();
  private final Map<Integer, ArmingFacts> armings = new TreeMap<>();
  private final Map<SpoolId, Spool> spools = new TreeMap<>();
  private int lastEpoch;
  private int lastBegun;

  /** What of one spool is in the log. */
  private static final class Spool {
    long endSeq;
    final Map<Window, Merged> merged = new HashMap<>();
  }

  /**
   * How it is gone on with.
   *
   * @param quietAtNanos nothing opens before
   * @param collectUntilNanos until then the records of before are waited for
   * @param collectOnly whether nothing is to be sent any more
   */
  public record Terms(long quietAtNanos, long collectUntilNanos, boolean collectOnly) {}

  public LegacyReader(String run, Plan plan) {
    this.run = run;
    this.plan = plan;
  }

  /** Takes the next fact. */
  public void event(RunEvent event) {
    if (event instanceof RunEvent.WorkerJoined worker) {
      joined.put(worker.worker(), worker);
    } else if (event instanceof RunEvent.EpochBegun begun) {
      lastBegun = Math.max(lastBegun, begun.epoch());
    } else if (event instanceof RunEvent.PhaseArmed armed) {
      lastEpoch = Math.max(lastEpoch, armed.epoch());
      armings.put(armed.epoch(), new ArmingFacts(armed, joined));
    } else if (event instanceof RunEvent.WorkerLost lost && armings.containsKey(lastEpoch)) {
      armings.get(lastEpoch).lost(lost);
    } else {
      ofArming(event);
    }
  }

  private void ofArming(RunEvent event) {
    if (event instanceof RunEvent.StageOpened opened && armings.containsKey(opened.epoch())) {
      armings.get(opened.epoch()).opened(opened);
    } else if (event instanceof RunEvent.EdgesSet set && armings.containsKey(set.epoch())) {
      armings.get(set.epoch()).edges(set);
    } else if (event instanceof RunEvent.WindowClosed end && armings.containsKey(end.epoch())) {
      armings.get(end.epoch()).closed();
    } else if (event instanceof RunEvent.ArmingGivenUp given
        && armings.containsKey(given.epoch())) {
      armings.get(given.epoch()).givenUp(given.tallies());
    } else if (event instanceof RunEvent.PhaseSettled settled
        && armings.containsKey(settled.epoch())) {
      armings.get(settled.epoch()).settled(settled.tallies());
    }
  }

  /** Takes the next records of the log; all facts must have been taken before. */
  public void records(String worker, long firstSeq, List<RequestRecord> records) {
    long seq = firstSeq;
    for (RequestRecord record : records) {
      ArmingFacts arming = armings.get(record.key().epoch());
      RunEvent.WorkerJoined member = arming == null ? null : arming.member(worker);
      if (member != null) {
        SpoolId id = new SpoolId(worker, member.processKey(), member.incarnation(), run);
        Spool spool = spools.computeIfAbsent(id, s -> new Spool());
        spool.endSeq = seq + 1;
        spool.merged.merge(
            Window.of(record.key()), Merged.NONE.plus(record), (sum, one) -> sum.plus(record));
      }
      seq++;
    }
  }

  /** Index of the first phase that is not settled; one past the last if all are. */
  public int phase() {
    int phase = 0;
    while (phase < plan.phases().size() && isSettled(phase)) {
      phase++;
    }
    return phase;
  }

  private boolean isSettled(int phase) {
    return armings.values().stream().anyMatch(a -> a.phase() == phase && a.isSettled());
  }

  /**
   * What was left.
   *
   * @param logBytes position of the record log's end
   */
  public Legacy legacy(Terms terms, long logBytes) {
    Map<SpoolId, Legacy.Stored> stored = new TreeMap<>();
    spools.forEach((id, s) -> stored.put(id, new Legacy.Stored(s.endSeq, Map.copyOf(s.merged))));
    EndReason reason = reason();
    return new Legacy(
        terms.quietAtNanos(),
        phase(),
        lastEpoch,
        Math.max(lastEpoch, lastBegun),
        armings.values().stream().filter(ArmingFacts::isOpen).map(ArmingFacts::legacy).toList(),
        stored,
        logBytes,
        lengthFactors(),
        reason,
        reason.verdict() == Verdict.INVALID,
        terms.collectUntilNanos(),
        terms.collectOnly());
  }

  private Map<String, Double> lengthFactors() {
    Map<String, Double> factors = new HashMap<>();
    armings
        .values()
        .forEach(a -> factors.put(plan.phases().get(a.phase()).workload(), a.lengthFactor()));
    return factors;
  }

  /** What limits the settled phases limits the run: the next coordinator has to know. */
  private EndReason reason() {
    boolean fail = plan.onWorkerLoss().policy() == OnWorkerLoss.Policy.FAIL;
    return armings.values().stream()
        .filter(a -> a.isSettled() && !a.limit().isEmpty())
        .findFirst()
        .map(
            a ->
                new EndReason(
                    fail ? Verdict.INVALID : Verdict.DEGRADED, EndCause.WORKER_LOST, a.limit()))
        .orElse(EndReason.NONE);
  }
}
