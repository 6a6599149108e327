package io.tokenstorm.cluster.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenstorm.cluster.evidence.Evidence.Merged;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each check is shown a history in which one thing does not hold, and says which. */
class InvariantsTest {
  private final PlayedRun run = new PlayedRun();

  @Test
  void history_asItShouldBe_holds() {
    Evidence evidence = run.evidence();
    Invariants.of(evidence)
        .always()
        .fence("w1", PlayedRun.EPOCH, PlayedRun.CLOSES)
        .termination(PlayedRun.CLOSES);
  }

  @Test
  void conservation_seenTwice_isCaught() {
    run.truth.add(run.truth.get(5));
    assertThat(Conservation.violations(run.evidence()))
        .anyMatch(text -> text.equals("played/3/0/m/0/5 was seen by the replicas twice"));
  }

  @Test
  void conservation_mergedTwice_isCaught() {
    run.records.add(run.records.get(5));
    assertThat(Conservation.violations(run.evidence()))
        .anyMatch(text -> text.equals("played/3/0/m/0/5 was merged twice"));
  }

  @Test
  void conservation_mergedAndNeverSeen_isCaught() {
    run.truth.remove(5);
    assertThat(Conservation.violations(run.evidence()))
        .containsExactly("played/3/0/m/0/5 was merged and never seen");
  }

  @Test
  void conservation_recordMissing_isCaughtThoughTheBalanceIsStatedAsRight() {
    run.records.remove(run.records.size() - 1);
    assertThat(Conservation.violations(run.evidence()))
        .anyMatch(text -> text.contains("'w2': 10 seen, 9 in the log, and stated is"))
        .anyMatch(text -> text.contains("1 were seen and are not in the log, and at most 0"));
  }

  @Test
  void conservation_recordLostAndStated_holds() {
    run.records.remove(run.records.size() - 1);
    run.changeTally(t -> tally(10, 9, 1, 1L));
    assertThat(Conservation.violations(run.evidence())).isEmpty();
  }

  @Test
  void conservation_countUnknownAndLossBounded_isHeldAgainstTheReplicas() {
    run.records.subList(run.records.size() - 3, run.records.size()).clear();
    run.changeTally(t -> tally(-1, 7, 0, 3L));
    assertThat(Conservation.violations(run.evidence())).isEmpty();
    run.changeTally(t -> t);
    run.change(RunEvent.PhaseSettled.class, settled -> withMost(settled, 2));
    assertThat(Conservation.violations(run.evidence()))
        .containsExactly(
            "the MEASURE of epoch 3 by 'w2': 3 were seen and are not in the log, and at most 2 are"
                + " stated as lost");
  }

  private static RunEvent.PhaseSettled withMost(RunEvent.PhaseSettled settled, long most) {
    return new RunEvent.PhaseSettled(
        0,
        settled.epoch(),
        settled.tallies().stream().map(t -> t.issued() < 0 ? tally(-1, 7, 0, most) : t).toList(),
        0,
        0);
  }

  @Test
  void conservation_lossWithoutCount_isCaught() {
    run.changeTally(t -> tally(10, 10, 1, 1L));
    assertThat(Conservation.violations(run.evidence())).hasSize(1);
  }

  @Test
  void conservation_moreSeenThanIssued_isCaught() {
    run.truth.add(PlayedRun.seen("played/3/0/m/3/6", PlayedRun.CLOSES, PlayedRun.CLOSES + 1));
    assertThat(Conservation.violations(run.evidence()))
        .anyMatch(text -> text.contains("11 seen, 10 in the log"));
  }

  @Test
  void conservation_nothingStatedAtTheEnd_isCaught() {
    run.events.removeIf(e -> e.event() instanceof RunEvent.PhaseSettled);
    assertThat(Conservation.violations(run.evidence()))
        .anyMatch(text -> text.endsWith("by 'w1': 10 were seen, and nothing is stated"))
        .anyMatch(text -> text.endsWith("by 'w1': 10 were merged, and nothing is stated"));
  }

  private static RunEvent.Tally tally(long issued, long merged, long lost, Long most) {
    return new RunEvent.Tally("w2", LoadStage.MEASURE, issued, merged, merged, 0, 0, lost, most);
  }

  @Test
  void ownership_ofAnother_isCaught() {
    Merged merged = run.records.get(5);
    run.records.set(5, new Merged("w2", merged.record()));
    assertThat(Ownership.violations(run.evidence()))
        .containsExactly("played/3/0/m/0/5 was sent by 'w2' and belongs to 'w1'");
  }

  @Test
  void ownership_twoOwnersAndNone_areCaught() {
    run.change(
        RunEvent.PhaseArmed.class,
        armed ->
            PlayedRun.armed(
                List.of(new RunEvent.Share("w1", 0, 2), new RunEvent.Share("w2", 1, 2))));
    assertThat(Ownership.violations(run.evidence()))
        .contains("slot 1 of epoch 3 has 2 owners", "slot 3 of epoch 3 has 0 owners");
  }

  @Test
  void ownership_moreInFlightThanAsked_isCaught() {
    long during = PlayedRun.OPENS + PlayedRun.SECOND / 4;
    run.truth.add(PlayedRun.seen("played/3/0/m/0/9", during, during + 1));
    assertThat(Ownership.violations(run.evidence()))
        .contains("5 were in flight in phase it, which asks for 4");
  }

  /** The slot's next request came before the replica had noticed that the first is over. */
  @Test
  void ownership_brokenOffOnTheWay_countsUpToTheBreak() {
    run.brokenOff(0, 7, PlayedRun.OPENS + 5 * PlayedRun.SECOND, PlayedRun.SECOND);
    assertThat(Ownership.violations(run.evidence())).isEmpty();
  }

  @Test
  void ownership_brokenOffAndNeverNoticed_isCaught() {
    run.brokenOff(0, 7, PlayedRun.OPENS + 5 * PlayedRun.SECOND, 3 * PlayedRun.SECOND);
    assertThat(Ownership.violations(run.evidence()))
        .contains("5 were in flight in phase it, which asks for 4");
  }

  /** All of the replica's slots were busy when it arrived; that it failed then makes no odds. */
  @Test
  void ownership_sentOnALapsedLeaseAndBrokenOff_isCaught() {
    long busy = PlayedRun.OPENS + PlayedRun.SECOND / 4;
    run.request(LoadStage.MEASURE, 0, 9, busy, PlayedRun.TRUNCATED, busy + PlayedRun.SECOND);
    assertThat(Ownership.violations(run.evidence()))
        .contains("5 were in flight in phase it, which asks for 4");
  }

  /** A worker that gives up at a limit of its own is not broken off by anybody on the way. */
  @Test
  void ownership_givenUpByTheWorkerAndStillServed_isCaught() {
    long ends = PlayedRun.OPENS + 5 * PlayedRun.SECOND;
    Outcome gaveUp = new Outcome.Failed(ErrorKind.TIMEOUT_TOTAL, 200, "");
    run.request(LoadStage.MEASURE, 0, 7, ends, gaveUp, ends + PlayedRun.SECOND);
    run.busyFrom(ends + PlayedRun.SECOND * 3 / 4);
    assertThat(Ownership.violations(run.evidence()))
        .contains("5 were in flight in phase it, which asks for 4");
  }

  @Test
  void windows_measuredTooEarlyOrTooLate_isCaught() {
    run.request(LoadStage.MEASURE, 0, 7, PlayedRun.OPENS - 2_000_000);
    run.request(LoadStage.MEASURE, 1, 7, PlayedRun.CLOSES + 3_000_000);
    assertThat(Windows.violations(run.evidence()))
        .contains(
            "played/3/0/m/0/7 lies 0.001000 s outside of its window",
            "played/3/0/m/1/7 lies 0.002000 s outside of its window");
  }

  @Test
  void windows_closedAheadOfTime_onlyALostWorkerHasTheTimeOfItsLease() {
    run.change(
        RunEvent.WindowClosed.class,
        closed -> new RunEvent.WindowClosed(0, PlayedRun.EPOCH, PlayedRun.CLOSES, "w1 was lost"));
    run.lost("w1");
    run.request(LoadStage.MEASURE, 0, 7, PlayedRun.CLOSES + 2 * PlayedRun.SECOND);
    run.request(LoadStage.MEASURE, 1, 7, PlayedRun.CLOSES + 4 * PlayedRun.SECOND);
    run.request(LoadStage.MEASURE, 2, 7, PlayedRun.CLOSES + PlayedRun.SECOND / 2);
    run.request(LoadStage.MEASURE, 3, 7, PlayedRun.CLOSES + 2 * PlayedRun.SECOND);
    assertThat(Windows.violations(run.evidence()))
        .containsExactlyInAnyOrder(
            "played/3/0/m/1/7 lies 0.499000 s outside of its window",
            "played/3/0/m/3/7 lies 0.999000 s outside of its window");
  }

  @Test
  void windows_warmupAfterTheOpening_isCaught() {
    run.request(LoadStage.WARMUP, 0, 7, PlayedRun.OPENS + 2_000_000);
    assertThat(Windows.violations(run.evidence()))
        .containsExactly("played/3/0/w/0/7 lies 0.001000 s outside of its window");
  }

  @Test
  void windows_withinTheStatedBound_holds() {
    run.request(LoadStage.MEASURE, 0, 7, PlayedRun.OPENS - 1_000_000);
    assertThat(Windows.violations(run.evidence())).isEmpty();
  }

  @Test
  void fence_sendAfterTheLease_isCaughtByReplicaAndRecord() {
    long unheard = PlayedRun.OPENS - PlayedRun.SECOND / 2;
    assertThatThrownBy(() -> Invariants.of(run.evidence()).fence("w1", PlayedRun.EPOCH, unheard))
        .hasMessageContaining("played/3/0/m/0/5 arrived 2.000 s after the lease")
        .hasMessageContaining("played/3/0/m/1/5 was sent 2.000 s after the lease");
  }

  @Test
  void fence_ofLaterArmings_isNotTheOldLeases() {
    assertThat(Fence.violations(run.evidence(), "w1", PlayedRun.EPOCH - 1, 0)).isEmpty();
  }

  @Test
  void termination_lateVerdict_isCaught() {
    assertThat(Termination.violations(run.evidence(), PlayedRun.SECOND))
        .containsExactly("the verdict came 16.0 s after the fault");
  }

  @Test
  void termination_noVerdict_isCaught() {
    run.events.removeIf(e -> e.event() instanceof RunEvent.RunEnded);
    assertThat(Termination.violations(run.evidence(), PlayedRun.ENDED))
        .containsExactly("the run has no verdict");
  }
}
