package io.tokenstorm.coordinator.resume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenstorm.coordinator.ledger.SpoolId;
import io.tokenstorm.coordinator.ledger.Window;
import io.tokenstorm.coordinator.results.EventLog;
import io.tokenstorm.coordinator.results.ResultsException;
import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.run.spec.Legacy;
import io.tokenstorm.protocol.record.LoadStage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunRemainsTest {
  private static final SpoolId SPOOL = new SpoolId("w1", "p-1", 1, "run-1");
  private static final LegacyReader.Terms TERMS = new LegacyReader.Terms(7, 9, false);

  @TempDir Path root;
  private Path run;

  @BeforeEach
  void leave() {
    run = new LeftDirectory(root).path();
  }

  @Test
  void open_killedInTheSecondPhase_theFirstIsKeptAndTheSecondIsCut() {
    Legacy legacy = legacy();

    assertThat(legacy.phase()).isEqualTo(1);
    assertThat(legacy.lastEpoch()).isEqualTo(2);
    assertThat(legacy.lastBegun()).isEqualTo(2);
    assertThat(legacy.over()).isFalse();
    assertThat(legacy.reason().verdict()).isEqualTo(Verdict.VALID);
    assertThat(legacy.lengthFactors()).isEqualTo(Map.of("short", 0.5));
    assertThat(legacy.stored().get(SPOOL).endSeq()).isEqualTo(7);
    assertThat(legacy.stored().get(SPOOL).merged().get(new Window(2, 1, LoadStage.MEASURE)).total())
        .isEqualTo(4);
    assertThat(legacy.armings())
        .singleElement()
        .satisfies(
            cut -> {
              assertThat(cut.epoch()).isEqualTo(2);
              assertThat(cut.stated()).isEmpty();
              assertThat(cut.members().get(0).hello().processKey()).isEqualTo("p-1");
              assertThat(cut.measure().clocks().get("w1").offsetNanos()).isEqualTo(-77);
            });
    assertThat(RunRemains.open(run).spools()).contains(Path.of("/base"));
  }

  /** Workers may have heard of it: its number is taken. */
  @Test
  void open_killedWhileArming_theEpochThatWasBegunIsKnown() throws IOException {
    Path events = run.resolve("events.jsonl");
    List<String> lines = Files.readAllLines(events);
    String begun = "\"event\":{\"type\":\"epoch_begun\",\"phase\":1,\"epoch\":5}}";
    String last = lines.get(lines.size() - 1);
    Files.writeString(
        events,
        last.substring(0, last.indexOf("\"event\":")) + begun + "\n",
        StandardOpenOption.APPEND);
    assertThat(legacy().lastEpoch()).isEqualTo(2);
    assertThat(legacy().lastBegun()).isEqualTo(5);
  }

  /** A kill may leave any part of what was being written. */
  @Test
  void recordLog_cutOffAtAnyByteOfItsLastFrames_wholeFramesAreKept() throws IOException {
    Path log = run.resolve("records.log");
    byte[] whole = Files.readAllBytes(log);
    long last = -1;
    for (int length = whole.length; length >= 0; length--) {
      Files.write(log, Arrays.copyOf(whole, length));
      Legacy legacy = legacy();
      long end = legacy.stored().containsKey(SPOOL) ? legacy.stored().get(SPOOL).endSeq() : 0;
      assertThat(end).as("after %d bytes", length).isIn(0L, 3L, 5L, 7L);
      assertThat(last < 0 || end <= last).isTrue();
      assertThat(legacy.phase()).isEqualTo(1);
      last = end;
    }
    assertThat(last).isZero();
  }

  @Test
  void events_cutOffAtAnyByteOfTheLastLines_settledOnlyWithItsWholeLine() throws IOException {
    Path file = run.resolve("events.jsonl");
    byte[] whole = Files.readAllBytes(file);
    String text = new String(whole, StandardCharsets.UTF_8);
    int settledEnd = text.indexOf('\n', text.indexOf("phase_settled")) + 1;
    int settledStart = text.lastIndexOf('\n', settledEnd - 2);
    for (int length = settledStart; length <= whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThat(legacy().phase())
          .as("after %d bytes", length)
          .isEqualTo(length < settledEnd ? 0 : 1);
      try (EventLog log = RunDirectory.open(run).openEventLog()) {
        log.append(event(new RunEvent.Finding("goes on")));
      }
      assertThat(RunDirectory.open(run).events())
          .as("a torn line is cut off before the next is written")
          .last()
          .satisfies(e -> assertThat(e.event()).isEqualTo(new RunEvent.Finding("goes on")));
    }
  }

  @Test
  void open_runThatHasEnded_isRefusedWithItsVerdict() {
    try (EventLog log = RunDirectory.open(run).openEventLog()) {
      log.append(event(new RunEvent.RunEnded(Verdict.VALID, "done")));
    }
    assertThatThrownBy(() -> RunRemains.open(run))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining("run-1 has ended as VALID")
        .hasMessageContaining("tokenstorm report");
  }

  @Test
  void open_damageBeforeTheTail_isRefusedWithItsPlace() throws IOException {
    Path log = run.resolve("records.log");
    byte[] bytes = Files.readAllBytes(log);
    bytes[30] ^= 1;
    Files.write(log, bytes);
    assertThatThrownBy(() -> RunRemains.open(run))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining("damaged at byte 12");
  }

  @Test
  void ticker_sameMachine_isTheMachines_elseGoesOnWhereTheRunWas() {
    RunRemains remains = RunRemains.open(run);
    long now = LeftDirectory.ORIGIN + 5_000_000_000L;

    assertThat(remains.ticker(() -> now, LeftDirectory.STARTED.plusSeconds(5)).nanos())
        .isEqualTo(now);
    assertThat(remains.ticker(() -> 3, LeftDirectory.STARTED.plusSeconds(3600)).nanos())
        .isEqualTo(LeftDirectory.ORIGIN + 3_600_000_000_000L);
    assertThat(remains.ticker(() -> 3, LeftDirectory.STARTED.minusSeconds(3600)).nanos())
        .as("never before what was noted")
        .isGreaterThan(LeftDirectory.ORIGIN);
  }

  private Legacy legacy() {
    RunRemains remains = RunRemains.open(run);
    return remains.reader().legacy(TERMS, remains.logBytes());
  }

  private static StampedEvent event(RunEvent event) {
    return new StampedEvent(99, LeftDirectory.STARTED, event);
  }
}
