package io.tokenstorm.replica.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TruthLogTest {
  @TempDir Path folder;

  private static TruthRecord record(String id, long arrival, long end) {
    TokenTrace trace = new TokenTrace();
    trace.add(arrival + 10, 1);
    trace.add(arrival + 20, 2);
    trace.stamp(arrival + 25);
    trace.add(arrival + 30, 1);
    return new TruthRecord(
        id, "r1", "random", arrival, end, 3, 100, 64, trace.totalTokens(), 1234, "done", trace);
  }

  @Test
  void read_whatWasWritten_equalInAllParts() throws IOException {
    Path file = folder.resolve("truth.jsonl");
    try (TruthLog log = TruthLog.create(file)) {
      log.ended(record("with \"quotes\" and \n", 1_000, 2_000));
      log.ended(record("b", 5_000_000_000_000_000L, 5_000_000_000_000_100L));
    }

    List<TruthRecord> records = TruthLog.read(file);

    assertThat(records).hasSize(2);
    TruthRecord first = records.get(0);
    assertThat(first.requestId()).isEqualTo("with \"quotes\" and \n");
    assertThat(first.endNanos()).isEqualTo(2_000);
    assertThat(first.cachedTokens()).isEqualTo(64);
    assertThat(first.outputTokens()).isEqualTo(3);
    assertThat(first.firstTokenNanos()).isEqualTo(1_025);
    assertThat(first.trace().size()).isEqualTo(2);
    assertThat(first.trace().lateNanos(0)).isEqualTo(15);
    assertThat(first.trace().lateNanos(1)).isEqualTo(5);
    assertThat(first.trace().tokens(1)).isEqualTo(2);
    assertThat(records.get(1).arrivalNanos()).isEqualTo(5_000_000_000_000_000L);
  }

  @Test
  void read_cutLastLine_leftOut() throws IOException {
    Path file = folder.resolve("truth.jsonl");
    try (TruthLog log = TruthLog.create(file)) {
      log.ended(record("a", 1, 2));
    }
    Files.writeString(file, "{\"requestId\":", StandardOpenOption.APPEND);
    assertThat(TruthLog.read(file)).hasSize(1);

    Files.writeString(file, "\n", StandardOpenOption.APPEND);
    assertThatThrownBy(() -> TruthLog.read(file)).isInstanceOf(IOException.class);
  }

  @Test
  void ended_logStillOpen_readableSoon() throws IOException {
    Path file = folder.resolve("truth.jsonl");
    try (TruthLog log = TruthLog.create(file)) {
      log.ended(record("a", 1, 2));
      await().until(() -> TruthLog.read(file).size() == 1);
    }
  }

  @Test
  void maxInFlight_endsAndArrivals_atOneInstantTheEndComesFirst() {
    assertThat(TruthLog.maxInFlight(List.of())).isZero();
    assertThat(
            TruthLog.maxInFlight(
                List.of(record("a", 0, 10), record("b", 10, 20), record("c", 15, 30))))
        .isEqualTo(2);
  }

  @Test
  void trace_unstampedEvents_notCounted() {
    assertThatThrownBy(() -> record("a", 0, 1).trace().writtenNanos(2))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
