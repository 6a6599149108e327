package io.tokenstorm.coordinator.run;

import io.tokenstorm.coordinator.ledger.Loss;
import io.tokenstorm.coordinator.ledger.Merged;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.run.state.Epoch;
import io.tokenstorm.coordinator.run.state.HandIn;
import io.tokenstorm.coordinator.run.state.RunContext;
import io.tokenstorm.coordinator.run.state.WindowPlan;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.protocol.plan.OnWorkerLoss;
import io.tokenstorm.protocol.record.LoadStage;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;

/** Draws the balance of a phase once nothing more is waited for, and says what it means. */
final class Settlement {
  private Settlement() {}

  static void settle(RunContext run, Epoch epoch) {
    List<HandIn> accounts = run.accounts().of(epoch);
    for (HandIn account : accounts) {
      judgeLoss(run, account);
    }
    judgeSuccess(run, epoch, accounts);
    run.noteHealth();
    List<RunEvent.Tally> tallies = new ArrayList<>();
    for (LoadStage stage : LoadStage.values()) {
      boolean opened = (stage == LoadStage.WARMUP ? epoch.warmup() : epoch.measure()) != null;
      accounts.stream().filter(a -> opened).map(a -> a.tally(stage)).forEach(tallies::add);
    }
    run.note(
        new RunEvent.PhaseSettled(
            epoch.phase(), epoch.number(), tallies, skewNanos(run, epoch), run.logBytes()));
  }

  private static void judgeLoss(RunContext run, HandIn account) {
    Loss warmup = account.lossOf(LoadStage.WARMUP);
    Loss measure = account.lossOf(LoadStage.MEASURE);
    if (!warmup.none()) {
      run.note(
          new RunEvent.Finding(text(run, account, warmup, "warmup") + " They enter no statistic."));
    }
    if (measure.none()) {
      return;
    }
    String text = text(run, account, measure, "measured window");
    run.note(new RunEvent.Finding(text));
    boolean fail = run.spec().plan().onWorkerLoss().policy() == OnWorkerLoss.Policy.FAIL;
    if (fail) {
      run.ending().end(new EndReason(Verdict.INVALID, EndCause.WORKER_LOST, text));
    } else {
      run.ending().worsen(new EndReason(Verdict.DEGRADED, EndCause.WORKER_LOST, text));
    }
  }

  private static String text(RunContext run, HandIn account, Loss loss, String window) {
    return "The records of %s%d requests of worker '%s' in the %s of phase '%s' are lost%s."
        .formatted(
            loss.isExact() ? "" : "at least ",
            loss.atLeast(),
            account.part().worker(),
            window,
            run.phase().name(),
            account.part().isLost() ? " (" + account.part().lossReason() + ")" : "");
  }

  private static void judgeSuccess(RunContext run, Epoch epoch, List<HandIn> accounts) {
    long success = accounts.stream().mapToLong(a -> a.merged(LoadStage.MEASURE).success()).sum();
    if (epoch.measure() != null && success == 0) {
      run.ending()
          .worsen(
              new EndReason(
                  Verdict.INVALID,
                  EndCause.DONE,
                  "no request of phase '%s' succeeded in its measured window"
                      .formatted(run.phase().name())));
    }
  }

  /**
   * How far apart the workers' measured windows opened, by the first send of each on the
   * coordinator's time line. Where slots were handed over busy no slot waited for the opening, so
   * the sends do not tell; then it is the bound that the clocks give.
   */
  private static long skewNanos(RunContext run, Epoch epoch) {
    WindowPlan measure = epoch.measure();
    if (measure == null) {
      return 0;
    }
    if (epoch.warmup() != null && !run.phase().warmup().drain()) {
      return epoch.members().size() < 2 ? 0 : 2 * measure.opens().errorNanos();
    }
    LongSummaryStatistics firsts = new LongSummaryStatistics();
    for (HandIn account : run.accounts().of(epoch)) {
      Merged merged = account.merged(LoadStage.MEASURE);
      if (merged.total() > 0) {
        String worker = account.part().worker();
        firsts.accept(measure.opens().clock(worker).toCoordinator(merged.firstSentNanos()));
      }
    }
    return firsts.getCount() < 2 ? 0 : firsts.getMax() - firsts.getMin();
  }
}
