package io.tokenstorm.coordinator.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.wire.CoordinatorProtocol.ClockReply;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerHello;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerLeaving;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.protocol.wire.LoadCount;
import io.tokenstorm.protocol.wire.Stage;
import io.tokenstorm.protocol.wire.WireTypes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FleetTest {
  private static final long SECOND = 1_000_000_000L;

  private final Fleet fleet = new Fleet("1.0", FleetTimings.DEFAULT);

  private static WorkerHello hello(String key, int incarnation) {
    return hello(key, incarnation, "1.0", WireTypes.VERSION);
  }

  private static WorkerHello hello(String key, int incarnation, String version, int wire) {
    return new WorkerHello(
        "w1", incarnation, key, version, wire, "ref", "host-a", 77, 2, 1, "/spool", List.of());
  }

  private static WorkerStatus status(int epoch, long sequence, long issued) {
    return new WorkerStatus(
        "w1",
        1,
        sequence,
        "run",
        epoch,
        0,
        Stage.MEASURE,
        true,
        true,
        "",
        0,
        LoadCount.NONE,
        new LoadCount(issued, 0, 0),
        0,
        0,
        HealthSample.NONE);
  }

  @Test
  void hello_ofANewWorker_isWelcome_andAgain() {
    assertThat(fleet.hello(hello("a", 1), 0)).isEqualTo(new Admission.Welcomed(true));
    assertThat(fleet.hello(hello("a", 1), 1)).isEqualTo(new Admission.Welcomed(false));
    assertThat(fleet.present(1)).hasSize(1);
  }

  @Test
  void hello_ofAnotherRelease_isRefusedWithBothVersions() {
    assertThat(fleet.hello(hello("a", 1, "0.9", WireTypes.VERSION), 0))
        .isInstanceOfSatisfying(
            Admission.Refused.class, r -> assertThat(r.reason()).contains("0.9", "1.0"));
    assertThat(fleet.hello(hello("a", 1, "1.0", 99), 0))
        .isInstanceOfSatisfying(
            Admission.Refused.class, r -> assertThat(r.reason()).contains("wire version 99"));
    assertThat(fleet.all()).isEmpty();
  }

  @Test
  void hello_withTheIdOfALivingProcess_isRefusedNamingIt() {
    fleet.hello(hello("a", 1), 0);

    assertThat(fleet.hello(hello("b", 1), SECOND))
        .isInstanceOfSatisfying(
            Admission.Refused.class,
            r -> assertThat(r.reason()).contains("'w1'", "pid 77", "host-a"));
    assertThat(fleet.find("w1").orElseThrow().hello().processKey()).isEqualTo("a");
  }

  @Test
  void hello_withTheIdOfASilentProcess_waitsUntilThatIsGone() {
    fleet.hello(hello("a", 1), 0);

    assertThat(fleet.hello(hello("b", 1), 2 * SECOND)).isEqualTo(new Admission.Undecided());
    assertThat(fleet.hello(hello("b", 1), 5 * SECOND)).isEqualTo(new Admission.Welcomed(true));
    assertThat(fleet.goneReason("w1", "a", 1, 5 * SECOND)).contains("another process");
  }

  @Test
  void hello_ofALaterIncarnation_replacesTheEarlier_neverTheOtherWay() {
    fleet.hello(hello("a", 1), 0);

    assertThat(fleet.hello(hello("a", 2), 1)).isEqualTo(new Admission.Welcomed(true));
    assertThat(fleet.hello(hello("a", 1), 2)).isEqualTo(new Admission.Undecided());
    assertThat(fleet.goneReason("w1", "a", 1, 2)).contains("incarnation 2");
    assertThat(fleet.goneReason("w1", "a", 2, 2)).isEmpty();
  }

  @Test
  void presence_followsWhatIsHeardAndSeen() {
    fleet.hello(hello("a", 1), 0);
    assertThat(fleet.goneReason("w1", "a", 1, 3 * SECOND)).isEmpty();
    assertThat(fleet.goneReason("w1", "a", 1, 5 * SECOND)).contains("not heard for 5000 ms");

    fleet.status(status(1, 1, 0), 5 * SECOND);
    assertThat(fleet.goneReason("w1", "a", 1, 5 * SECOND)).isEmpty();

    fleet.reachable("w1", 1, false);
    assertThat(fleet.goneReason("w1", "a", 1, 5 * SECOND)).contains("unreachable");

    fleet.reachable("w1", 1, true);
    assertThat(fleet.goneReason("w1", "a", 1, 5 * SECOND)).isEmpty();

    fleet.leaving(new WorkerLeaving("w1", 1, "SIGTERM"));
    assertThat(fleet.goneReason("w1", "a", 1, 5 * SECOND)).contains("left: SIGTERM");
    assertThat(fleet.addressable()).isEmpty();
  }

  @Test
  void presence_ofOneThatIsHeardButAnswersNothing_ends() {
    fleet.hello(hello("a", 1), 0);
    fleet.status(status(1, 1, 0), SECOND);
    fleet.status(status(1, 1, 5), 3 * SECOND);
    fleet.hello(hello("a", 1), 4 * SECOND);
    assertThat(fleet.goneReason("w1", "a", 1, 5 * SECOND)).isEmpty();
    assertThat(fleet.goneReason("w1", "a", 1, 5 * SECOND + 1))
        .contains("answered nothing for 4000 ms", "does not arrive");

    fleet.status(status(1, 2, 5), 6 * SECOND);
    assertThat(fleet.goneReason("w1", "a", 1, 6 * SECOND)).isEmpty();
  }

  @Test
  void status_thatComesLate_doesNotGoBack() {
    fleet.hello(hello("a", 1), 0);
    fleet.status(status(2, 5, 10), 1);
    fleet.status(status(1, 9, 99), 2);
    fleet.status(status(2, 4, 9), 3);
    fleet.status(status(2, 5, 8), 4);

    assertThat(fleet.find("w1").orElseThrow().status()).isEqualTo(status(2, 5, 10));
    assertThat(fleet.highestEpoch()).isEqualTo(2);
  }

  @Test
  void status_ofAnotherIncarnation_isIgnored() {
    fleet.hello(hello("a", 2), 0);
    fleet.status(status(2, 5, 10), 1);

    assertThat(fleet.find("w1").orElseThrow().status()).isNull();
  }

  @Test
  void probes_areFastUntilTheClockIsKnown_thenSlow() {
    fleet.hello(hello("a", 1), 0);
    for (int i = 0; i < 5; i++) {
      long now = i * 50_000_000L;
      var probe = fleet.probesDue(now).get("w1");
      assertThat(probe.probe()).isEqualTo(i + 1);
      fleet.clockReply(new ClockReply("w1", 1, probe.probe(), now, now), now + 1_000);
    }

    assertThat(fleet.usable(SECOND / 2)).hasSize(1);
    assertThat(fleet.probesDue(SECOND / 2)).isEmpty();
    assertThat(fleet.probesDue(2 * SECOND)).hasSize(1);
  }

  @Test
  void silence_whileTheCoordinatorStoodStill_isNoneOfTheWorkers() {
    fleet.hello(hello("a", 1), 0);
    fleet.stoodStill(Duration.ofSeconds(20), 21 * SECOND);

    assertThat(fleet.goneReason("w1", "a", 1, 24 * SECOND)).isEmpty();
    assertThat(fleet.goneReason("w1", "a", 1, 25 * SECOND)).contains("not heard for 5000 ms");
  }

  @Test
  void silence_afterAnAnswer_isNotExcusedOnceMore() {
    fleet.hello(hello("a", 1), 0);
    fleet.stoodStill(Duration.ofSeconds(20), 21 * SECOND);
    fleet.status(status(1, 1, 0), 21 * SECOND);

    assertThat(fleet.goneReason("w1", "a", 1, 25 * SECOND)).isEmpty();
    assertThat(fleet.goneReason("w1", "a", 1, 26 * SECOND)).contains("not heard");
  }

  @Test
  void unreachable_asTheCoordinatorHasJustStoodStill_isNotBelievedAtOnce() {
    fleet.hello(hello("a", 1), 0);
    fleet.stoodStill(Duration.ofSeconds(20), 21 * SECOND);
    fleet.reachable("w1", 1, false);
    fleet.status(status(1, 1, 0), 22 * SECOND);

    assertThat(fleet.goneReason("w1", "a", 1, 24 * SECOND)).isEmpty();
    assertThat(fleet.goneReason("w1", "a", 1, 25 * SECOND)).contains("failure detector");
    fleet.reachable("w1", 1, true);
    assertThat(fleet.goneReason("w1", "a", 1, 25 * SECOND)).isEmpty();
  }
}
