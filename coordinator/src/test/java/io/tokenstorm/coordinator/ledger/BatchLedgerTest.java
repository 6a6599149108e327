package io.tokenstorm.coordinator.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BatchLedgerTest {
  private static final SpoolId SPOOL = new SpoolId("w1", "p1", 1, "run");
  private static final Window MEASURE = new Window(3, 0, LoadStage.MEASURE);

  private final BatchLedger ledger = new BatchLedger();

  private static RequestRecord record(int ordinal, Outcome outcome, LoadStage stage) {
    return new RequestRecord(
        new RequestKey(3, 0, stage, 0, ordinal),
        "",
        new Instants(100 + ordinal, 0, -1, 0, 0, 1, 1, 2, 3),
        Gaps.NONE,
        outcome,
        new TokenCounts(1, TokenSource.USAGE, 1, TokenSource.USAGE, 1, 1),
        "stop",
        1);
  }

  private static List<RequestRecord> records(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> record(i, Outcome.COMPLETED, LoadStage.MEASURE))
        .toList();
  }

  @Test
  void accept_nextBatch_isTakenWhole() {
    assertThat(ledger.accept(SPOOL, 0, records(0, 3)).orElseThrow().endSeq()).isEqualTo(3);
    assertThat(ledger.received(SPOOL)).isEqualTo(3);
    assertThat(ledger.stored(SPOOL)).isZero();
  }

  @Test
  void accept_batchAfterAGap_isNotTaken() {
    assertThat(ledger.accept(SPOOL, 1, records(1, 4))).isEmpty();
    assertThat(ledger.received(SPOOL)).isZero();
  }

  @Test
  void accept_repeat_isNotTakenAgain() {
    ledger.accept(SPOOL, 0, records(0, 3));

    assertThat(ledger.accept(SPOOL, 0, records(0, 3))).isEmpty();
    assertThat(ledger.accept(SPOOL, 1, records(1, 2))).isEmpty();
  }

  @Test
  void accept_overlap_isTrimmed() {
    ledger.accept(SPOOL, 0, records(0, 3));

    BatchLedger.Accepted accepted = ledger.accept(SPOOL, 1, records(1, 6)).orElseThrow();

    assertThat(accepted.firstSeq()).isEqualTo(3);
    assertThat(accepted.records()).isEqualTo(records(3, 6));
  }

  @Test
  void accept_emptyBatch_isNothing() {
    assertThat(ledger.accept(SPOOL, 0, List.of())).isEmpty();
  }

  @Test
  void spools_ofOtherIncarnationsAndProcesses_areApart() {
    ledger.accept(SPOOL, 0, records(0, 3));

    assertThat(ledger.received(new SpoolId("w1", "p1", 2, "run"))).isZero();
    assertThat(ledger.received(new SpoolId("w1", "p2", 1, "run"))).isZero();
    assertThat(ledger.received(new SpoolId("w1", "p1", 1, "other"))).isZero();
  }

  @Test
  void merged_countsWhatIsStored_byOutcomeAndWindow() {
    ledger.accept(
        SPOOL,
        0,
        List.of(
            record(4, Outcome.COMPLETED, LoadStage.MEASURE),
            record(2, new Outcome.Failed(ErrorKind.RESET, 0, ""), LoadStage.MEASURE),
            record(3, Outcome.CUT, LoadStage.MEASURE),
            record(1, Outcome.COMPLETED, LoadStage.WARMUP)));
    assertThat(ledger.merged(SPOOL, MEASURE)).isEqualTo(Merged.NONE);

    ledger.stored(SPOOL, 4);

    assertThat(ledger.merged(SPOOL, MEASURE)).isEqualTo(new Merged(1, 1, 1, 102));
    assertThat(ledger.merged(SPOOL, new Window(3, 0, LoadStage.WARMUP)).total()).isEqualTo(1);
    assertThat(ledger.merged(SPOOL, new Window(2, 0, LoadStage.MEASURE)).total()).isZero();
  }

  @Test
  void stored_partOfWhatWasAccepted_countsWholeBatchesOnly() {
    ledger.accept(SPOOL, 0, records(0, 3));
    ledger.accept(SPOOL, 3, records(3, 5));

    ledger.stored(SPOOL, 4);

    assertThat(ledger.stored(SPOOL)).isEqualTo(3);
    assertThat(ledger.merged(SPOOL, MEASURE).total()).isEqualTo(3);
  }

  @Test
  void loss_isExactOnlyFromAFinalCount() {
    assertThat(Loss.exact(10, 7)).isEqualTo(new Loss(3, 3L));
    assertThat(Loss.exact(10, 10).none()).isTrue();
    assertThat(Loss.unreadable(10, 7)).isEqualTo(new Loss(3, null));
    assertThat(Loss.unreadable(10, 10).none()).isFalse();
    assertThat(Loss.unreadable(5, 10).atLeast()).isZero();
  }

  @Property(tries = 300)
  void accept_anyOrderAndRepetition_mergesEachRecordOnceInOrder(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 200) int total) {
    Random random = new Random(seed);
    BatchLedger books = new BatchLedger();
    List<RequestRecord> log = new ArrayList<>();
    while (books.received(SPOOL) < total) {
      int from = random.nextInt(total);
      int to = Math.min(total, from + 1 + random.nextInt(20));
      books.accept(SPOOL, from, records(from, to)).ifPresent(a -> log.addAll(a.records()));
      books.stored(SPOOL, books.received(SPOOL));
    }
    assertThat(log).isEqualTo(records(0, total));
    assertThat(books.merged(SPOOL, MEASURE).total()).isEqualTo(total);
  }
}
