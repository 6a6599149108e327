package io.tokenstorm.coordinator.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class DemandPaceTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private final DemandPace pace = new DemandPace();
  private long nowNanos;

  private int demand(boolean served) {
    return pace.next(served, 1000, nowNanos);
  }

  /** Lets as many batches come as were demanded, one after the other, at a rate. */
  private void serve(int batches, long bytesEach, long bytesPerSecond) {
    for (int i = 0; i < batches; i++) {
      assertThat(pace.isServed()).isFalse();
      nowNanos += bytesEach * SECOND / bytesPerSecond;
      pace.arrived(bytesEach, nowNanos);
    }
    assertThat(pace.isServed()).isTrue();
  }

  @Test
  void next_neverAsked_isOverdue() {
    assertThat(pace.isOverdue(0)).isTrue();
    assertThat(pace.isServed()).isFalse();
  }

  @Test
  void next_servedQuickly_growsToTheMost() {
    int batches = demand(false);
    for (int i = 0; i < 8; i++) {
      serve(batches, 30_000, 50_000_000);
      batches = demand(true);
    }
    assertThat(batches).isEqualTo(DemandPace.MOST);
  }

  @Property(tries = 100)
  void next_slowLink_isAskedForNoMoreThanItCarriesInASecondOrForOneBatch(
      @ForAll @IntRange(min = 20_000, max = 2_000_000) int bytesPerSecond,
      @ForAll @IntRange(min = 100, max = 96 << 10) int bytesEach) {
    int batches = demand(false);
    for (int i = 0; i < 20; i++) {
      serve(batches, bytesEach, bytesPerSecond);
      batches = demand(true);
      assertThat((batches - 1) * DemandPace.BATCH_BYTES).isLessThanOrEqualTo(bytesPerSecond);
    }
  }

  @Property(tries = 100)
  void isOverdue_slowLink_notBeforeTheLongestBatchCouldHaveCome(
      @ForAll @IntRange(min = 20_000, max = 2_000_000) int bytesPerSecond) {
    serve(demand(false), 20_000, bytesPerSecond);
    int batches = demand(true);
    for (int i = 0; i < batches; i++) {
      nowNanos += DemandPace.BATCH_BYTES * SECOND / bytesPerSecond;
      assertThat(pace.isOverdue(nowNanos)).isFalse();
      pace.arrived(DemandPace.BATCH_BYTES, nowNanos);
    }
  }

  @Test
  void next_nothingComes_isRepeatedEverMoreRarelyAndForLess() {
    demand(false);
    long last = 0;
    long[] waits = new long[6];
    for (int i = 0; i < waits.length; i++) {
      while (!pace.isOverdue(nowNanos)) {
        nowNanos += SECOND / 10;
      }
      waits[i] = (nowNanos - last) / SECOND;
      last = nowNanos;
      assertThat(demand(false)).isEqualTo(1);
    }
    assertThat(waits).containsExactly(1, 2, 4, 4, 4, 4);
  }

  @Test
  void next_manySpools_keepsWithinTheShare() {
    assertThat(pace.next(false, 1, 0)).isEqualTo(1);
    pace.arrived(60_000, 1);
    assertThat(pace.next(true, 1, 2)).isEqualTo(1);
  }
}
