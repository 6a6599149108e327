package io.tokenstorm.worker.slot;

import static io.tokenstorm.worker.slot.SlotWorld.ANSWER;
import static io.tokenstorm.worker.slot.SlotWorld.DONE;
import static io.tokenstorm.worker.slot.SlotWorld.TOKEN;
import static io.tokenstorm.worker.slot.SlotWorld.measure;
import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.Outcome;
import org.junit.jupiter.api.Test;

/** A slot whose route does not keep connections. */
class ConnectionPerRequestTest {
  private static final long START = 1_000_000;

  private final SlotWorld world = SlotWorld.ready(false);

  private void answerAt(long nanos) {
    world.at(nanos);
    world.client.opened();
    world.client.answers(ANSWER);
    world.client.answersChunk(TOKEN + DONE);
    world.client.answers("0\r\n\r\n");
    world.makePrompts();
  }

  @Test
  void firstConnect_showsThatTheTargetIsThereAndIsClosed() {
    assertThat(world.told).contains("opened ", "prepared");
    assertThat(world.client.opens).isEqualTo(1);
    assertThat(world.client.closes).isEqualTo(1);
    assertThat(world.counters.connections()).isZero();
  }

  @Test
  void everyRequest_connectsAnewAndItsConnectIsInTheTtft() {
    for (int i = 0; i < 3; i++) {
      world.gateSays(measure(i));
      assertThat(world.sentIds).hasSize(i);
      assertThat(world.client.opens).isEqualTo(2 + i);
      answerAt(START + 70L * (i + 1));
      assertThat(world.client.closes).isEqualTo(2 + i);
      Instants t = world.records.get(i).instants();
      assertThat(world.records.get(i).succeeded()).isTrue();
      assertThat(t.connectNanos()).isEqualTo(70);
      assertThat(t.firstTokenNanos()).isEqualTo(70);
      assertThat(t.turnaroundNanos()).isZero();
    }
    assertThat(world.counters.staleConnections()).isZero();
    assertThat(world.counters.connections()).isZero();
  }

  @Test
  void slotThatWaits_opensNothingAhead() {
    world.at(START + 600_000_000L);
    world.at(START + 1_200_000_000L);
    assertThat(world.timerDue).isEqualTo(Long.MAX_VALUE);
    assertThat(world.client.opens).isEqualTo(1);
  }

  @Test
  void connectThatIsRefused_isTheRequestsErrorAndTheNextOneTriesAgain() {
    world.gateSays(measure(0));
    world.client.refused();
    Outcome.Failed failed = (Outcome.Failed) world.records.get(0).outcome();
    assertThat(failed.kind()).isEqualTo(ErrorKind.CONNECT_REFUSED);
    world.gateSays(measure(1));
    assertThat(world.client.opens).isEqualTo(3);
  }
}
