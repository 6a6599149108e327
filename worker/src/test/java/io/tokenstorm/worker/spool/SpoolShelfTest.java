package io.tokenstorm.worker.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.spool.BatchLimit;
import io.tokenstorm.protocol.spool.IssuedCount;
import io.tokenstorm.protocol.wire.HeldSpool;
import io.tokenstorm.protocol.wire.WorkerProtocol.PullRecords;
import io.tokenstorm.worker.follow.PhaseBook;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolShelfTest {
  private static final BatchLimit LIMIT = new BatchLimit(500, 160 * 1024);

  @TempDir Path base;

  @Test
  void open_samePhaseTwice_oneSpoolAndOneCount() throws IOException {
    try (SpoolShelf shelf = shelf("a")) {
      assertThat(shelf.nextIncarnation()).isEqualTo(1);
      shelf.open("run", 1, 0).issued(LoadStage.MEASURE).increment();
      PhaseBook book = shelf.open("run", 1, 0);
      book.issued(LoadStage.MEASURE).increment();
      assertThat(book.issued(LoadStage.MEASURE).value()).isEqualTo(2);
      assertThat(shelf.held()).isEmpty();
      shelf.current("run").accept(Records.record(0));
      await().until(() -> shelf.spooledSeq("run") == 1 && book.recorded(LoadStage.MEASURE) == 1);
      assertThat(shelf.spooledSeq("other")).isZero();
    }
  }

  @Test
  void nextIncarnation_recordsQueued_oldSpoolIsWholeAndHeld() throws IOException {
    try (SpoolShelf shelf = shelf("a")) {
      shelf.nextIncarnation();
      shelf.open("run", 3, 0).issued(LoadStage.WARMUP).increment();
      Records.records(50).forEach(shelf.current("run")::accept);
      assertThat(shelf.nextIncarnation()).isEqualTo(2);
      assertThat(shelf.held())
          .containsExactly(
              new HeldSpool(
                  "run", "a", 1, 50, List.of(new IssuedCount(3, 0, LoadStage.WARMUP, 1))));
      assertThat(shelf.find(pull(1, "a")).read(0, LIMIT)).isEqualTo(Records.records(50));
      assertThat(shelf.find(pull(2, "a"))).isNull();
      assertThat(shelf.current("run")).isNull();
      shelf.open("run", 4, 0);
      assertThat(shelf.find(pull(2, "a"))).isNotNull();
    }
  }

  @Test
  void release_run_allItsSpoolsGoAndOthersStay() throws IOException {
    try (SpoolShelf shelf = shelf("a")) {
      shelf.nextIncarnation();
      shelf.open("run", 1, 0);
      shelf.open("other", 1, 0);
      shelf.nextIncarnation();
      shelf.open("run", 2, 0);
      shelf.release("run");
      shelf.release("never-heard-of");
      shelf.release("../other");
      assertThat(shelf.held()).extracting(HeldSpool::run).containsExactly("other");
      assertThat(shelf.find(pull(2, "a"))).isNull();
      assertThat(shelf.path().resolve("run")).doesNotExist();
      assertThat(shelf.path().resolve("other")).exists();
    }
  }

  @Test
  void open_afterAProcessDied_itsSpoolsAreAdopted() throws IOException {
    SpoolShelf first = shelf("a");
    first.nextIncarnation();
    first.nextIncarnation();
    first.open("run", 1, 0).issued(LoadStage.MEASURE).increment();
    Records.records(5).forEach(first.current("run")::accept);
    first.close();
    try (SpoolShelf second = shelf("b")) {
      assertThat(second.nextIncarnation()).as("not one that a held spool has").isEqualTo(3);
      assertThat(second.held())
          .containsExactly(
              new HeldSpool(
                  "run", "a", 2, 5, List.of(new IssuedCount(1, 0, LoadStage.MEASURE, 1))));
      assertThat(second.find(pull(2, "a")).read(2, LIMIT)).hasSize(3);
      assertThat(first.path()).doesNotExist();
      second.release("run");
      assertThat(second.held()).isEmpty();
    }
    assertThat(base.resolve("w1")).isEmptyDirectory();
  }

  @Test
  void open_whileAnotherProcessOfTheSameIdLives_leavesItAlone() throws IOException {
    try (SpoolShelf first = shelf("a")) {
      first.nextIncarnation();
      first.open("run", 1, 0);
      try (SpoolShelf second = shelf("b")) {
        assertThat(second.nextIncarnation()).isEqualTo(1);
        assertThat(second.held()).isEmpty();
      }
      assertThat(first.path().resolve("run/1-a/header")).exists();
    }
  }

  @Test
  void open_afterTwoProcessesDiedWithTheSameNumber_bothSpoolsAreAdopted() throws IOException {
    SpoolShelf first = shelf("a");
    SpoolShelf second = shelf("b");
    for (SpoolShelf shelf : List.of(first, second)) {
      assertThat(shelf.nextIncarnation()).isEqualTo(1);
      shelf.open("run", 1, 0);
    }
    Records.records(3).forEach(first.current("run")::accept);
    Records.records(7).forEach(second.current("run")::accept);
    first.close();
    second.close();
    try (SpoolShelf third = shelf("c")) {
      third.nextIncarnation();
      assertThat(third.held())
          .extracting(HeldSpool::processKey, HeldSpool::endSeq)
          .containsExactlyInAnyOrder(tuple("a", 3L), tuple("b", 7L));
      assertThat(third.find(pull(1, "a")).endSeq()).isEqualTo(3);
      assertThat(third.find(pull(1, "b")).endSeq()).isEqualTo(7);
      third.release("run");
    }
  }

  private static PullRecords pull(int incarnation, String processKey) {
    return new PullRecords("run", processKey, incarnation, 0, 1);
  }

  private SpoolShelf shelf(String processKey) throws IOException {
    return SpoolShelf.open(base, "w1", processKey, record -> {});
  }
}
