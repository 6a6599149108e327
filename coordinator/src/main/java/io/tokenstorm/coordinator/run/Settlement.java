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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import org.jspecify.annotations.Nullable;

/** Draws the balance of a phase once nothing more is waited for, and says what it means. */
final class Settlement {
  /** Handing in what is left after a phase takes less, unless something is slow. */
  private static final Duration LONG_HAND_IN = Duration.ofSeconds(2);

  private Settlement() {}

  static void settle(RunContext run, Epoch epoch) {
    List<HandIn> accounts = run.accounts().of(epoch);
    accounts.forEach(account -> judgeLoss(run, account));
    accounts.forEach(account -> judgeBacklog(run, account));
    judgeSuccess(run, epoch, accounts);
    run.noteHealth();
    state(run, epoch);
  }

  /**
   * States what became of the requests of the phase's other armings: they were sent all the same.
   */
  static void giveUpOthers(RunContext run, @Nullable Epoch settled) {
    for (Epoch epoch : run.accounts().epochs()) {
      if (epoch != settled && epoch.opened()) {
        epoch.giveUp();
        run.accounts().of(epoch).forEach(account -> noteLoss(run, account));
        state(run, epoch);
      }
    }
  }

  /**
   * States anew what became of requests of earlier phases: records may have come after all. The
   * verdict stays: a window that was cut at a loss stays cut.
   */
  static void restate(RunContext run) {
    for (Epoch epoch : run.accounts().incompleteEpochs()) {
      if (state(run, epoch)) {
        run.note(
            new RunEvent.Finding(
                "Records of phase '%s' came after it had been settled; its figures contain them."
                    .formatted(run.spec().phase(epoch.phase()).name())));
      }
    }
  }

  private static boolean state(RunContext run, Epoch epoch) {
    List<RunEvent.Tally> tallies = tallies(run.accounts().of(epoch));
    boolean news = epoch.state(tallies);
    if (news) {
      run.note(
          epoch.isGivenUp()
              ? new RunEvent.ArmingGivenUp(epoch.phase(), epoch.number(), tallies)
              : new RunEvent.PhaseSettled(
                  epoch.phase(), epoch.number(), tallies, skewNanos(run, epoch), run.logBytes()));
    }
    return news;
  }

  private static List<RunEvent.Tally> tallies(List<HandIn> accounts) {
    List<RunEvent.Tally> tallies = new ArrayList<>();
    for (LoadStage stage : LoadStage.values()) {
      accounts.stream()
          .filter(account -> account.wasOpened(stage))
          .map(account -> account.tally(stage))
          .forEach(tallies::add);
    }
    return tallies;
  }

  /** What is lost of an arming that was given up limits nothing. */
  private static void noteLoss(RunContext run, HandIn account) {
    for (LoadStage stage : LoadStage.values()) {
      Loss loss = account.lossOf(stage);
      if (account.wasOpened(stage) && !loss.none()) {
        String window = stage == LoadStage.WARMUP ? "warmup" : "measured window";
        run.note(
            new RunEvent.Finding(text(run, account, loss, window) + " They enter no statistic."));
      }
    }
  }

  private static void judgeLoss(RunContext run, HandIn account) {
    Loss warmup = account.lossOf(LoadStage.WARMUP);
    Loss measure = account.lossOf(LoadStage.MEASURE);
    if (account.wasOpened(LoadStage.WARMUP) && !warmup.none()) {
      run.note(
          new RunEvent.Finding(text(run, account, warmup, "warmup") + " They enter no statistic."));
    }
    if (!account.wasOpened(LoadStage.MEASURE) || measure.none()) {
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

  private static void judgeBacklog(RunContext run, HandIn account) {
    if (account.backlogNanos() > LONG_HAND_IN.toNanos() && account.backlog() > 0) {
      run.note(
          new RunEvent.Finding(
              "Worker '%s' still had %d records to hand in when its requests of phase '%s' were over, and took %.1f s to: its link to the coordinator or its disk is slow, or the coordinator is. No latency is touched by that."
                  .formatted(
                      account.part().worker(),
                      account.backlog(),
                      run.phase().name(),
                      account.backlogNanos() / 1e9)));
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
