package io.tokenstorm.worker.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.protocol.wire.LoadCount;
import io.tokenstorm.protocol.wire.Stage;
import org.junit.jupiter.api.Test;

class NoteworthyTest {
  private static final int SLOTS = 4;

  @Test
  void of_pausesBetweenRequests_notWorthTelling() {
    LoadCount busy = new LoadCount(10, 9, 0);
    LoadCount pausing = new LoadCount(10, 10, 0);
    assertThat(of(Stage.MEASURE, 1, LoadCount.NONE, busy, ""))
        .isEqualTo(of(Stage.MEASURE, 0, LoadCount.NONE, pausing, ""));
  }

  @Test
  void of_slotsDoneThenAtRest_eachWorthTelling() {
    LoadCount warmup = new LoadCount(10, 10, SLOTS);
    Noteworthy sending = of(Stage.MEASURE, 2, warmup, new LoadCount(10, 8, 3), "");
    Noteworthy done = of(Stage.MEASURE, 1, warmup, new LoadCount(10, 9, SLOTS), "");
    Noteworthy writing = of(Stage.MEASURE, 0, warmup, new LoadCount(10, 9, SLOTS), "");
    Noteworthy rest = of(Stage.MEASURE, 0, warmup, new LoadCount(10, 10, SLOTS), "");
    assertThat(done).isNotEqualTo(sending).isEqualTo(writing);
    assertThat(rest).isNotEqualTo(done);
    assertThat(rest.atRest()).isTrue();
  }

  @Test
  void of_recordsLost_comesToRestAllTheSame() {
    LoadCount lossy = new LoadCount(10, 7, 3, SLOTS);
    assertThat(of(Stage.DRAIN, 0, LoadCount.NONE, lossy, "3 records lost").atRest()).isTrue();
  }

  @Test
  void of_growingNumberInAProblem_worthTellingOnce() {
    LoadCount count = new LoadCount(10, 7, 3, 0);
    assertThat(of(Stage.MEASURE, 1, LoadCount.NONE, count, "3 records lost"))
        .isEqualTo(of(Stage.MEASURE, 1, LoadCount.NONE, count, "40 records lost"))
        .isNotEqualTo(of(Stage.MEASURE, 1, LoadCount.NONE, count, ""));
  }

  @Test
  void mayGo_atRestAndHandedInOrOutOfTime() {
    WorkerStatus busy = status(Stage.MEASURE, 1, LoadCount.NONE, new LoadCount(1, 0, 0), "");
    WorkerStatus rest = status(Stage.MEASURE, 0, LoadCount.NONE, new LoadCount(1, 1, 0), "");
    Departure departure = Departure.begin("why", 100, 50);
    assertThat(departure.mayGo(100, rest, true)).isTrue();
    assertThat(departure.mayGo(100, rest, false)).isFalse();
    assertThat(departure.mayGo(100, busy, true)).isFalse();
    assertThat(departure.mayGo(199, busy, false)).isFalse();
    assertThat(departure.mayGo(200, busy, false)).isTrue();
    assertThat(departure.mustCut(149)).isFalse();
    assertThat(departure.mustCut(150)).isTrue();
    assertThat(departure.afterCut().mustCut(150)).isFalse();
  }

  private static Noteworthy of(
      Stage stage, int inFlight, LoadCount warmup, LoadCount measure, String problem) {
    return Noteworthy.of(status(stage, inFlight, warmup, measure, problem), SLOTS);
  }

  private static WorkerStatus status(
      Stage stage, int inFlight, LoadCount warmup, LoadCount measure, String problem) {
    return new WorkerStatus(
        "w1",
        1,
        1,
        "run",
        1,
        0,
        stage,
        true,
        true,
        problem,
        inFlight,
        warmup,
        measure,
        0,
        0,
        HealthSample.NONE);
  }
}
