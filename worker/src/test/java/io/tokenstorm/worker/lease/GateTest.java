package io.tokenstorm.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.shard.SlotRange;
import io.tokenstorm.protocol.wire.SendWindow;
import io.tokenstorm.worker.load.SendDecision;
import io.tokenstorm.worker.load.SendDecision.Send;
import io.tokenstorm.worker.load.SendDecision.WaitUntil;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class GateTest {
  private static final long NEVER = Long.MAX_VALUE;
  private static final long LEASE = 10_000;

  private final CountingCounter warmup = new CountingCounter();
  private final CountingCounter measure = new CountingCounter();
  private final Gate gate = new Gate(new SlotRange(2, 3), 8, warmup, measure);

  @Test
  void ask_noTermsYet_idle() {
    assertThat(gate.ask(2, 0)).isEqualTo(SendDecision.IDLE);
    assertThat(gate.leaseHolds(0)).isFalse();
  }

  @Test
  void ask_foreignSlot_refused() {
    assertThatThrownBy(() -> gate.ask(5, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void ask_leaseLapsed_idleThoughTheWindowIsOpen() {
    set(SendWindow.NONE, new SendWindow(100, NEVER, 0));
    assertThat(gate.ask(2, LEASE - 1)).isEqualTo(new Send(LoadStage.MEASURE, 0));
    assertThat(gate.leaseHolds(LEASE - 1)).isTrue();
    assertThat(gate.ask(2, LEASE)).isEqualTo(SendDecision.IDLE);
    assertThat(gate.leaseHolds(LEASE)).isFalse();
    assertThat(measure.value()).isEqualTo(1);
  }

  @Test
  void ask_beforeTheWindow_waitsForItsOpening() {
    set(SendWindow.NONE, new SendWindow(100, 200, 0));
    assertThat(gate.ask(2, 99)).isEqualTo(new WaitUntil(100));
    assertThat(gate.ask(2, 100)).isInstanceOf(Send.class);
    assertThat(gate.ask(2, 199)).isInstanceOf(Send.class);
    assertThat(gate.ask(2, 200)).isEqualTo(SendDecision.IDLE);
  }

  @Test
  void ask_byCount_eachSlotItsShare() {
    set(SendWindow.NONE, new SendWindow(0, NEVER, 20)); // 20 over 8 slots: slots 0-3 get 3
    assertThat(sendsOf(2)).isEqualTo(3);
    assertThat(sendsOf(3)).isEqualTo(3);
    assertThat(sendsOf(4)).isEqualTo(2);
    assertThat(gate.issued(LoadStage.MEASURE)).isEqualTo(8);
    assertThat(gate.slotsDone(LoadStage.MEASURE, 1)).isEqualTo(3);
  }

  @Test
  void ask_byCountAndTime_goesOnUntilBothAreReached() {
    set(SendWindow.NONE, new SendWindow(0, 500, 8));
    assertThat(gate.ask(2, 0)).isInstanceOf(Send.class);
    assertThat(gate.ask(2, 499)).isInstanceOf(Send.class);
    assertThat(gate.ask(2, 500)).isEqualTo(SendDecision.IDLE);
    assertThat(gate.ask(3, 600)).as("time passed, share not sent").isInstanceOf(Send.class);
    assertThat(gate.ask(3, 601)).isEqualTo(SendDecision.IDLE);
    assertThat(gate.slotsDone(LoadStage.MEASURE, 601)).as("slot 4 never asked").isEqualTo(2);
  }

  @Test
  void ask_handedOverBusy_theInstantDecidesTheStageAndOrdinalsGoOn() {
    set(new SendWindow(0, NEVER, 0), new SendWindow(1000, 2000, 0));
    assertThat(gate.ask(4, 500)).isEqualTo(new Send(LoadStage.WARMUP, 0));
    assertThat(gate.ask(4, 999)).isEqualTo(new Send(LoadStage.WARMUP, 1));
    assertThat(gate.slotsDone(LoadStage.WARMUP, 999)).isZero();
    assertThat(gate.ask(4, 1000)).isEqualTo(new Send(LoadStage.MEASURE, 2));
    assertThat(gate.slotsDone(LoadStage.WARMUP, 1000)).isEqualTo(3);
    assertThat(gate.ask(4, 2000)).as("the warmup does not come back").isEqualTo(SendDecision.IDLE);
    assertThat(warmup.value()).isEqualTo(2);
    assertThat(measure.value()).isEqualTo(1);
  }

  @Test
  void ask_warmupShareSent_waitsForTheMeasuredWindow() {
    set(new SendWindow(0, NEVER, 8), new SendWindow(1000, 2000, 0));
    assertThat(gate.ask(2, 1)).isInstanceOf(Send.class);
    assertThat(gate.ask(2, 2)).isEqualTo(new WaitUntil(1000));
    set(new SendWindow(0, NEVER, 8), SendWindow.NONE);
    assertThat(gate.ask(2, 3)).isEqualTo(SendDecision.IDLE);
  }

  @Test
  void slotsDone_windowTakenBack_allOfThem() {
    assertThat(gate.slotsDone(LoadStage.WARMUP, 0)).as("never set").isZero();
    set(new SendWindow(0, NEVER, 800), SendWindow.NONE);
    assertThat(gate.slotsDone(LoadStage.WARMUP, 5)).isZero();
    set(SendWindow.NONE, SendWindow.NONE);
    assertThat(gate.slotsDone(LoadStage.WARMUP, 6)).isEqualTo(3);
    assertThat(gate.slotsDone(LoadStage.MEASURE, 6)).isZero();
  }

  @Test
  void slotsDone_phaseOver_allOfThem() {
    set(SendWindow.NONE, new SendWindow(0, NEVER, 0));
    gate.set(new GateTerms(LEASE, SendWindow.NONE, SendWindow.NONE, true));
    assertThat(gate.ask(2, 1)).isEqualTo(SendDecision.IDLE);
    assertThat(gate.slotsDone(LoadStage.MEASURE, 1)).isEqualTo(3);
  }

  @Test
  void close_whileManyAsk_nothingIsCountedAfterwards() throws InterruptedException {
    set(SendWindow.NONE, new SendWindow(0, NEVER, 0));
    CountDownLatch begun = new CountDownLatch(3);
    List<Thread> askers = new ArrayList<>();
    for (int slot = 2; slot < 5; slot++) {
      int own = slot;
      Thread asker =
          new Thread(
              () -> {
                while (gate.ask(own, 1) instanceof Send) {
                  begun.countDown();
                }
              });
      askers.add(asker);
      asker.start();
    }
    begun.await();
    gate.close();
    long issued = gate.issued(LoadStage.MEASURE);
    for (Thread asker : askers) {
      asker.join();
    }
    assertThat(gate.issued(LoadStage.MEASURE)).isEqualTo(issued).isPositive();
  }

  private int sendsOf(int slot) {
    int sends = 0;
    while (sends < 1_000 && gate.ask(slot, 1) instanceof Send send) {
      assertThat(send.ordinal()).isEqualTo(sends++);
    }
    return sends;
  }

  private void set(SendWindow warmupWindow, SendWindow measureWindow) {
    gate.set(new GateTerms(LEASE, warmupWindow, measureWindow, false));
  }
}
