package io.tokenstorm.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalTurnTest {
  @TempDir Path directory;

  private RehearsalTurn take(RehearsalTurn.Waiting waiting) throws InterruptedException {
    return RehearsalTurn.take(directory.resolve("turns.lock"), waiting);
  }

  private static boolean mustNotWait() {
    throw new AssertionError("nobody else has the turn");
  }

  @Test
  void take_nobodyThere_atOnce() throws Exception {
    try (RehearsalTurn turn = take(longest -> mustNotWait())) {
      assertThat(turn.isTaken()).isTrue();
    }
  }

  @Test
  void take_otherHasTheTurn_waitsUntilItIsGivenBack() throws Exception {
    RehearsalTurn first = take(longest -> mustNotWait());
    AtomicInteger asked = new AtomicInteger();
    try (RehearsalTurn second =
        take(
            longest -> {
              if (asked.incrementAndGet() == 3) {
                first.close();
              }
              return true;
            })) {
      assertThat(second.isTaken()).isTrue();
      assertThat(asked).hasValue(3);
    }
  }

  @Test
  void take_patienceEnds_goesOnWithoutATurn() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (RehearsalTurn first = take(longest -> mustNotWait());
        RehearsalTurn second = take(longest -> asked.incrementAndGet() < 4)) {
      assertThat(first.isTaken()).isTrue();
      assertThat(second.isTaken()).isFalse();
      assertThat(asked).hasValue(4);
    }
  }

  @Test
  void take_fileCannotBeOpened_goesOnWithoutATurn() throws Exception {
    try (RehearsalTurn turn =
        RehearsalTurn.take(directory.resolve("missing/turns.lock"), longest -> mustNotWait())) {
      assertThat(turn.isTaken()).isFalse();
    }
  }

  @Test
  void patience_noPhaseWaits_othersFirstForMinutes() {
    long begun = 7;
    assertThat(Rehearsal.patience(begun, Long.MAX_VALUE, begun)).isTrue();
    long most = Rehearsal.OTHERS_FIRST.toNanos();
    assertThat(Rehearsal.patience(begun, Long.MAX_VALUE, begun + most - 1)).isTrue();
    assertThat(Rehearsal.patience(begun, Long.MAX_VALUE, begun + most)).isFalse();
  }

  @Test
  void patience_aPhaseWaits_farLessThanACoordinatorWaits() {
    long needed = 1_000_000_000L;
    long most = Rehearsal.OTHERS_FIRST_WHEN_NEEDED.toNanos();
    assertThat(Rehearsal.patience(0, needed, needed + most - 1)).isTrue();
    assertThat(Rehearsal.patience(0, needed, needed + most)).isFalse();
    assertThat(Rehearsal.OTHERS_FIRST_WHEN_NEEDED).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void place_anyUser_isAFileOfTheTemporaryDirectory() {
    assertThat(RehearsalTurn.place())
        .hasParent(Path.of(System.getProperty("java.io.tmpdir")))
        .asString()
        .endsWith(".lock");
  }
}
