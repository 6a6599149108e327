package io.tokenstorm.worker.slot;

import static io.tokenstorm.worker.slot.SlotWorld.ANSWER;
import static io.tokenstorm.worker.slot.SlotWorld.DONE;
import static io.tokenstorm.worker.slot.SlotWorld.TOKEN;
import static io.tokenstorm.worker.slot.SlotWorld.measure;
import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.load.SendDecision;
import org.junit.jupiter.api.Test;

class SlotLoopTest {
  private final SlotWorld world = SlotWorld.ready();

  private void completeOne() {
    world.client.answers(ANSWER);
    world.client.answersChunk(TOKEN + DONE);
    world.client.answers("0\r\n\r\n");
  }

  private static ErrorKind kind(RequestRecord record) {
    return ((Outcome.Failed) record.outcome()).kind();
  }

  @Test
  void start_connectsThenPreparesThenAsks() {
    assertThat(world.client.opens).isEqualTo(1);
    assertThat(world.told).containsExactly("opened ", "prepared", "asked at 1000000");
  }

  @Test
  void request_complete_hasItsInstants() {
    world.gateSays(measure(0));
    world.at(1_000_100);
    world.client.answers(ANSWER);
    world.at(1_000_200);
    world.client.answersChunk(TOKEN);
    world.at(1_000_300);
    world.client.answersChunk(TOKEN + DONE);
    world.at(1_000_350);
    world.client.answers("0\r\n\r\n");

    RequestRecord record = world.records.get(0);
    Instants t = record.instants();
    assertThat(world.sentIds).containsExactly("run/2/1/m/3/0");
    assertThat(record.outcome()).isEqualTo(Outcome.COMPLETED);
    assertThat(t.sentNanos()).isEqualTo(1_000_000);
    assertThat(t.turnaroundNanos()).isZero();
    assertThat(t.connectNanos()).isEqualTo(Instants.NONE);
    assertThat(t.headersNanos()).isEqualTo(100);
    assertThat(t.firstTokenNanos()).isEqualTo(200);
    assertThat(t.lastTokenNanos()).isEqualTo(300);
    assertThat(t.endNanos()).isEqualTo(300);
    assertThat(world.counters.inFlight()).isZero();
  }

  @Test
  void intended_whileTheGateIsShut_movesToItsOpening() {
    world.at(1_500_000);
    world.gateSays(measure(0));
    world.client.resets();
    assertThat(world.records.get(0).instants().turnaroundNanos()).isZero();
  }

  @Test
  void intended_whenTheSlotIsLateForTheNamedInstant_isThatInstant() {
    world.gateSays(new SendDecision.WaitUntil(2_000_000));
    assertThat(world.timerDue).isEqualTo(2_000_000);
    world.decision = measure(0);
    world.at(2_000_070);
    world.client.resets();
    RequestRecord record = world.records.get(0);
    assertThat(record.instants().sentNanos()).isEqualTo(2_000_070);
    assertThat(record.instants().turnaroundNanos()).isEqualTo(70);
  }

  @Test
  void intended_whenTheRecordIsTakenLate_isTheEndOfTheLastRequest() {
    world.takeRecords = false;
    world.gateSays(measure(0));
    world.at(1_000_400);
    completeOne();
    world.makePrompts();
    world.decision = measure(1);
    world.at(1_000_900);
    assertThat(world.sentIds).hasSize(1);
    world.slot.recordTaken();
    assertThat(world.sentIds).hasSize(2);
    world.client.resets();
    assertThat(world.records.get(1).instants().turnaroundNanos()).isEqualTo(500);
  }

  @Test
  void prompt_thatIsNotReady_delaysTheSendAndCountsAsTurnaround() {
    world.gateSays(measure(0));
    world.decision = measure(1);
    completeOne();
    world.decision = measure(2);
    world.at(1_000_400);
    completeOne();
    assertThat(world.sentIds).hasSize(2);
    world.at(1_000_600);
    world.makePrompts();
    assertThat(world.sentIds).hasSize(3);
    world.client.resets();
    assertThat(world.records.get(2).instants().turnaroundNanos()).isEqualTo(200);
  }

  @Test
  void ordinal_outOfOrder_stillGetsItsOwnPrompt() {
    world.gateSays(measure(7));
    assertThat(world.sentIds).containsExactly("run/2/1/m/3/7");
  }

  @Test
  void stage_warmup_isInTheIdAndTheRecord() {
    world.gateSays(new SendDecision.Send(LoadStage.WARMUP, 0));
    completeOne();
    assertThat(world.sentIds).containsExactly("run/2/1/w/3/0");
    assertThat(world.records.get(0).key().stage()).isEqualTo(LoadStage.WARMUP);
  }

  @Test
  void connectionStaleBeforeTheWrite_isReplacedAndConnectIsInTheTtft() {
    world.client.stale = true;
    world.gateSays(measure(0));
    assertThat(world.sentIds).isEmpty();
    assertThat(world.client.opens).isEqualTo(2);
    world.client.stale = false;
    world.at(1_000_050);
    world.client.opened();
    assertThat(world.sentIds).hasSize(1);
    completeOne();
    Instants t = world.records.get(0).instants();
    assertThat(t.sentNanos()).isEqualTo(1_000_000);
    assertThat(t.connectNanos()).isEqualTo(50);
    assertThat(t.writtenNanos()).isEqualTo(50);
    assertThat(world.counters.staleConnections()).isEqualTo(1);
  }

  @Test
  void connectionBrokenAtTheFirstWrite_isReplacedOnceAndThenAnError() {
    world.client.brokenAtWrite = true;
    world.gateSays(measure(0));
    assertThat(world.client.opens).isEqualTo(2);
    world.client.opened();
    assertThat(kind(world.records.get(0))).isEqualTo(ErrorKind.CLOSED_BEFORE_RESPONSE);
  }

  @Test
  void connectionClosedAfterTheWrite_isNeverRepeated() {
    world.gateSays(measure(0));
    world.client.closesInOrder();
    assertThat(kind(world.records.get(0))).isEqualTo(ErrorKind.CLOSED_BEFORE_RESPONSE);
    assertThat(world.sentIds).hasSize(1);
  }

  @Test
  void leaseLapsedDuringTheConnect_isCutWithNothingWritten() {
    world.client.stale = true;
    world.gateSays(measure(0));
    world.lease = false;
    world.client.stale = false;
    world.client.opened();
    assertThat(world.records.get(0).outcome()).isEqualTo(Outcome.CUT);
    assertThat(world.sentIds).isEmpty();
  }

  @Test
  void leaseLapsedBetweenTheGateAndTheWrite_isCutWithNothingWritten() {
    world.client.whileLookedAt = () -> world.lease = false;
    world.gateSays(measure(0));
    assertThat(world.records.get(0).outcome()).isEqualTo(Outcome.CUT);
    assertThat(world.sentIds).isEmpty();

    world.client.whileLookedAt = () -> {};
    world.lease = true;
    world.makePrompts();
    world.gateSays(measure(1));
    assertThat(world.sentIds).as("over the connection that was kept").hasSize(1);
    assertThat(world.client.opens).isEqualTo(1);
  }

  @Test
  void connectRefusedOrTooSlow_isTheRequestsError() {
    world.client.stale = true;
    world.gateSays(measure(0));
    world.client.refused();
    assertThat(kind(world.records.get(0))).isEqualTo(ErrorKind.CONNECT_REFUSED);

    world.makePrompts();
    world.gateSays(measure(1));
    world.at(1_001_000);
    world.settleTimer();
    assertThat(kind(world.records.get(1))).isEqualTo(ErrorKind.CONNECT_TIMEOUT);
  }

  @Test
  void idleLimit_isMeasuredFromTheLastByte() {
    world.gateSays(measure(0));
    world.at(1_004_000);
    world.client.answers(ANSWER);
    world.at(1_005_000);
    world.settleTimer();
    assertThat(world.records).isEmpty();
    world.at(1_009_000);
    world.settleTimer();
    assertThat(kind(world.records.get(0))).isEqualTo(ErrorKind.TIMEOUT_IDLE);
    assertThat(world.records.get(0).instants().endNanos()).isEqualTo(9_000);
  }

  @Test
  void idleLimit_whenThisLoopWasLate_letsTheWaitingBytesBeReadFirst() {
    world.gateSays(measure(0));
    world.at(1_040_000);
    assertThat(world.records).isEmpty();
    world.client.answers(ANSWER);
    world.settleTimer();
    assertThat(world.records).isEmpty();
  }

  @Test
  void totalLimit_endsAStreamThatGoesOn() {
    world.gateSays(measure(0));
    world.client.answers(ANSWER);
    for (long at = 1_001_000; at <= 1_049_000; at += 1_000) {
      world.at(at);
      world.client.answersChunk(TOKEN);
    }
    world.at(1_050_000);
    world.settleTimer();
    assertThat(kind(world.records.get(0))).isEqualTo(ErrorKind.TIMEOUT_TOTAL);
    assertThat(world.records.get(0).tokens().events()).isEqualTo(49);
  }

  @Test
  void bodyAfterDone_isReadToItsEndBeforeTheNextRequest() {
    world.gateSays(measure(0));
    world.client.answers(ANSWER);
    world.client.answersChunk(TOKEN + DONE);
    world.decision = measure(1);
    world.makePrompts();
    assertThat(world.sentIds).hasSize(1);
    world.at(1_000_500);
    world.client.answersChunk("data: {\"error\":{\"message\":\"late\"}}\n\n");
    world.client.answers("0\r\n\r\n");
    assertThat(world.sentIds).hasSize(2);
    assertThat(world.records.get(0).outcome()).isEqualTo(Outcome.COMPLETED);
    assertThat(world.records.get(0).instants().endNanos()).isZero();
    assertThat(world.client.closes).isZero();
  }

  @Test
  void bodyAfterDone_thatDoesNotEnd_costsTheConnection() {
    world.gateSays(measure(0));
    world.client.answers(ANSWER);
    world.client.answersChunk(TOKEN + DONE);
    world.at(1_000_000 + SlotLoop.DRAIN_NANOS);
    assertThat(world.records.get(0).outcome()).isEqualTo(Outcome.COMPLETED);
    assertThat(world.client.closes).isEqualTo(1);
  }

  @Test
  void bytesThatNobodyAskedFor_costTheConnectionOnly() {
    world.client.answers("HTTP/1.1 408 Timeout\r\n\r\n");
    assertThat(world.client.closes).isEqualTo(1);
    assertThat(world.records).isEmpty();
    world.at(1_000_000 + 500_000_000L);
    assertThat(world.client.opens).isEqualTo(2);
  }

  @Test
  void connectionLostWhileWaiting_isReopenedAheadOfTheNextSend() {
    world.client.closesInOrder();
    assertThat(world.client.opens).isEqualTo(1);
    world.at(1_000_000 + 500_000_000L);
    assertThat(world.client.opens).isEqualTo(2);
    world.client.opened();
    world.gateSays(measure(0));
    completeOne();
    assertThat(world.records.get(0).instants().connectNanos()).isEqualTo(Instants.NONE);
  }

  @Test
  void failuresInARow_makeTheSlotRestWithoutCountingAsItsDelay() {
    world.gateSays(measure(0));
    world.client.resets();
    world.makePrompts();
    world.gateSays(measure(1));
    world.client.opened();
    world.client.resets();
    world.makePrompts();
    world.gateSays(measure(2)); // the slot is not free yet: nothing is asked
    assertThat(world.sentIds).hasSize(2);
    world.decision = measure(2);
    world.at(1_000_000 + 10_000_000L);
    world.client.opened();
    assertThat(world.sentIds).hasSize(3);
    world.client.resets();
    assertThat(world.records.get(2).instants().turnaroundNanos()).isZero();
    assertThat(world.counters.failurePauses()).isEqualTo(2);
  }

  @Test
  void cut_endsWhatRunsAndTheSlotGoesOnAsking() {
    world.gateSays(measure(0));
    world.client.answers(ANSWER);
    world.at(1_000_700);
    world.slot.cut();
    assertThat(world.records.get(0).outcome()).isEqualTo(Outcome.CUT);
    assertThat(world.records.get(0).instants().endNanos()).isEqualTo(700);
    assertThat(world.client.closes).isEqualTo(1);
    world.makePrompts();
    world.gateSays(measure(1));
    world.client.opened();
    assertThat(world.sentIds).hasSize(2);
  }

  @Test
  void stop_whileARecordWaits_endsOnlyOnceItIsTaken() {
    world.takeRecords = false;
    world.gateSays(measure(0));
    world.slot.stop();
    assertThat(world.records.get(0).outcome()).isEqualTo(Outcome.CUT);
    assertThat(world.told).doesNotContain("stopped");
    world.slot.recordTaken();
    assertThat(world.told).contains("stopped");
    world.gateSays(measure(1));
    assertThat(world.sentIds).hasSize(1);
  }

  @Test
  void stop_whileOpening_sendsNothing() {
    SlotWorld fresh = new SlotWorld();
    fresh.decision = measure(0);
    fresh.slot.start();
    fresh.slot.stop();
    fresh.makePrompts();
    assertThat(fresh.told).containsExactly("stopped");
    assertThat(fresh.sentIds).isEmpty();
  }

  @Test
  void firstConnectFailed_isToldAndTheSlotStillAsks() {
    SlotWorld fresh = new SlotWorld();
    fresh.slot.start();
    fresh.client.refused();
    fresh.makePrompts();
    assertThat(fresh.told)
        .containsExactly("opened connect_refused: refused", "prepared", "asked at 1000000");
  }

  @Test
  void refusalOfUsage_isToldToTheClient() {
    world.gateSays(measure(0));
    world.client.answers("HTTP/1.1 400 Bad\r\ncontent-length: 14\r\n\r\nstream_options");
    assertThat(world.told).contains("without usage");
    assertThat(world.counters.usageRefusals()).isEqualTo(1);
  }

  @Test
  void events_arePerWindowAndIncludeTheRunningRequest() {
    world.gateSays(new SendDecision.Send(LoadStage.WARMUP, 0));
    completeOne();
    world.makePrompts();
    world.gateSays(measure(1));
    world.client.answers(ANSWER);
    world.client.answersChunk(TOKEN + TOKEN);
    assertThat(world.slot.counts().of(LoadStage.WARMUP)).isEqualTo(1);
    assertThat(world.slot.counts().of(LoadStage.MEASURE)).isEqualTo(2);
  }

  @Test
  void refusal_withoutEnd_isReadSoFarAndThenItsConnectionIsClosed() {
    world.gateSays(measure(0));
    world.client.answers("HTTP/1.1 500 E\r\n\r\n");
    world.client.answers("x".repeat(256 * 1024));
    world.at(1_000_100);
    world.client.answers("x");
    world.at(1_000_200);
    world.client.answers("x".repeat(256 * 1024));
    assertThat(world.records).isEmpty();
    world.client.answers("x");

    RequestRecord record = world.records.get(0);
    assertThat(kind(record)).isEqualTo(ErrorKind.HTTP_STATUS);
    assertThat(record.instants().endNanos()).isEqualTo(100);
    assertThat(world.client.closes).isEqualTo(1);
  }

  @Test
  void answer_thatGoesOnWithoutEndAfterDone_isComplete() {
    world.gateSays(measure(0));
    world.client.answers(ANSWER);
    world.client.answersChunk(TOKEN + DONE);
    world.client.answersChunk(": more".repeat(60_000));
    assertThat(world.records.get(0).outcome()).isEqualTo(Outcome.COMPLETED);
    assertThat(world.client.closes).isEqualTo(1);
  }
}
