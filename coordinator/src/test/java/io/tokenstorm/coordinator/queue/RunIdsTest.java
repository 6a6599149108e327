package io.tokenstorm.coordinator.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class RunIdsTest {
  private final RunIds ids =
      new RunIds(Clock.fixed(Instant.parse("2026-11-30T14:35:34Z"), ZoneOffset.UTC));

  @Test
  void next_isTheMomentAndTheName() {
    assertThat(ids.next("quickstart")).isEqualTo("20261130-143534-quickstart");
  }

  @Test
  void next_inTheSameSecond_isAnother() {
    ids.next("a");

    assertThat(ids.next("a")).isEqualTo("20261130-143534-a-2");
  }

  @Test
  void next_ofAnyName_isSafeInAPath() {
    assertThat(ids.next("../a b/ü")).isEqualTo("20261130-143534-..-a-b-");
    assertThat(ids.next("x".repeat(500))).hasSizeLessThan(120);
  }
}
